// Puzzle: a guaranteed checkmate for a person to find. The referee answers as the worst defender: of all that could be
// heard he says what leaves no mate within the ply, else what makes it longest, and never decides for a position.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "blindmate/study/attack.hpp"

namespace blindmate::study {

class Puzzle {
 public:
  // A problem that has a mate within so many ply.
  Puzzle(const referee::Problem& problem, int ply) : attack_(problem), ply_(ply) {}

  const Attack& attack() const { return attack_; }
  int ply() const { return ply_; }  // what is left

  enum class End : std::uint8_t { none, checkmate, stalemate, no_mate_left, too_long };

  struct Answer {
    referee::Heard heard{};
    std::optional<referee::Heard> reply{};     // of the defender's move
    std::optional<chess::Position> witness{};  // where the mate was lost
  };
  // To something askable, before the end. May be interrupted: then the answer is one of those that are possible.
  Answer ask(const referee::Ask& asked);

  End end() const { return end_; }
  bool is_solved() const { return end_ == End::checkmate; }

 private:
  struct Candidate;

  Attack attack_;
  int ply_;
  End end_ = End::none;
};

std::string_view name(Puzzle::End end);  // checkmate, no-mate-left

}  // namespace blindmate::study
