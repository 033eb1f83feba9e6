// The table of players. A new one is a file with its function and a row here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"
#include "blindmate/engines/engines.hpp"
#include "blindmate/players/player.hpp"
#include "blindmate/policy/net.hpp"

namespace blindmate::players {

// What a player can be told, as in "hs:engine=stockfish,nodes=1000,k=350".
struct PlayerOptions {
  std::string engine{engines::kBuiltIn};
  engines::Effort effort{.depth = 1};  // for each evaluation: depth or nodes
  std::size_t k = 350;                 // boards evaluated for a try, at most (the paper's number in 30 seconds)
  std::size_t pool = 20000;            // boards kept, at most; above it is cut down to half
  bool stops_early = false;            // when the best try is clear
  std::string net{};                   // its file; that of data/nets unless given
  double temperature = 0.5;            // of the choice among the net's probabilities; 0: always the likeliest
  std::uint64_t seed = 1;
};

// What it needs of the outside, and has options for: an engine that is ready, a net that was read.
struct Equipment {
  engines::EnginePointer engine;
  std::shared_ptr<const policy::Net> net{};
};
using MakePlayer = std::unique_ptr<Player> (*)(const PlayerOptions& options, Equipment equipment);

std::unique_ptr<Player> make_random_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_los_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_aos_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_aosp_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_hs_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_attacker_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_defender_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_club_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_champion_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_learner_player(const PlayerOptions& options, Equipment equipment);
std::unique_ptr<Player> make_policy_player(const PlayerOptions& options, Equipment equipment);

struct PlayerEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view options;  // that it understands, with blanks between
  MakePlayer make;
  bool small_boards = true;  // it plays there too
  std::string_view net{};    // of data/nets, where it has one that is not the best
  int strength = 0;          // from 1 to 5: of those that people choose from
};

inline constexpr std::array kPlayers = {
    PlayerEntry{"random", "tries at random, all askable tries equally likely", "", make_random_player},
    PlayerEntry{"los", "samples boards that fit the last observation", "engine depth nodes k", make_los_player},
    PlayerEntry{"aos", "samples random histories that fit all observations", "engine depth nodes k", make_aos_player},
    PlayerEntry{"aosp", "keeps a pool of boards that fit all observations", "engine depth nodes k pool",
                make_aosp_player},
    PlayerEntry{"hs", "a pool like aosp's, filled up with boards that fit the last observation",
                "engine depth nodes k pool", make_hs_player},
    PlayerEntry{"attacker", "computes everything that can be known, and takes a static look at each try", "pool",
                make_attacker_player},
    PlayerEntry{"defender", "keeps few positions, and tries captures and checks first", "", make_defender_player},
    PlayerEntry{"club", "samples the positions that fit everything heard; mates and converts endings",
                "engine depth nodes k pool", make_club_player},
    PlayerEntry{"policy", "a net that learned by playing against itself, alone", "net temperature", make_policy_player,
                false},
    PlayerEntry{"novice", "a net that learned for a minute and a half; mates and converts endings", "temperature",
                make_learner_player, false, "novice.net", 1},
    PlayerEntry{"casual", "a net that learned for three minutes; mates and converts endings", "temperature",
                make_learner_player, false, "casual.net", 2},
    PlayerEntry{"regular", "a net that learned for six minutes; mates and converts endings", "temperature",
                make_learner_player, false, "regular.net", 3},
    PlayerEntry{"expert", "a net that learned for twelve minutes; mates and converts endings", "temperature",
                make_learner_player, false, "expert.net", 4},
    PlayerEntry{"champion",
                "the best net and the chess engine together; mates and converts endings",
                "net engine depth nodes k pool",
                make_champion_player,
                true,
                {},
                5},
};

// Who is meant by "hs", "hs:nodes=1000" or "mate:hs": the error says what is wrong with it. Reads only, starts nothing.
struct PlayerSpec {
  bool mates = false;  // wrapped in a MatePlayer
  const PlayerEntry* entry = nullptr;
  PlayerOptions options{};
};
Expected<PlayerSpec> read_player(std::string_view text);

// The error is an engine or a net that cannot be used.
Expected<std::unique_ptr<Player>> make_player(const PlayerSpec& spec, std::uint64_t seed);

// Whether it plays on a board of this size.
Expected<void> check_board(const PlayerSpec& spec, int size);

}  // namespace blindmate::players
