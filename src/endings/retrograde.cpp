#include "blindmate/endings/retrograde.hpp"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "blindmate/base/check.hpp"
#include "blindmate/endings/lone_king.hpp"

namespace blindmate::endings {

using chess::bit;
using chess::Bitboard;
using chess::Move;
using chess::Square;
using referee::OwnBoard;

namespace {

constexpr int kNever = std::numeric_limits<int>::max();

// Adds a set to sets of which none is part of another. False when it is part of one.
bool add_largest(std::vector<Bitboard>& sets, Bitboard set) {
  for (const Bitboard other : sets) {
    if ((set & ~other) == 0) return false;
  }
  std::erase_if(sets, [set](Bitboard other) { return (other & ~set) == 0; });
  sets.push_back(set);
  return true;
}

void keep_largest(std::vector<Bitboard>& sets, std::size_t most) {
  if (sets.size() <= most) return;
  std::sort(sets.begin(), sets.end(),
            [](Bitboard a, Bitboard b) { return std::pair(chess::count(a), a) > std::pair(chess::count(b), b); });
  sets.resize(most);
}

int moves_to_mate(const std::vector<const Table*>& tables, const OwnBoard& own, Bitboard kings) {
  for (const Table* table : tables) {
    if (const std::optional<Win> win = table->find(own, kings)) return win->moves;
  }
  return kNever;
}

// A try of a placement, as much of it as the analysis asks for again and again.
struct Step {
  Move tried;
  Bitboard refused;
  Bitboard allowed;
  std::vector<Bitboard> parts;  // of the kings, by announcement, without those that would be stalemated
  std::vector<std::pair<Bitboard, int>> captures;  // the kings that can take a man, and how long the mate takes then
  // Where it leads: a placement of the same ending, or of a smaller one, in whose frame kings are seen by `there`.
  std::size_t next = 0;
  const Table* table = nullptr;
  Symmetry there{0};
};

class Analysis {
 public:
  Analysis(const Ending& ending, const std::vector<const Table*>& smaller, const RetrogradeOptions& options)
      : ending_(ending), placements_(ending), smaller_(smaller), options_(options) {
    for (std::size_t i = 0; i < placements_.size(); ++i) steps_.push_back(steps(placements_.board(i)));
    wins_.resize(placements_.size());
    largest_.resize(placements_.size());
    changed_.resize(placements_.size());
  }

  Table run() {
    for (int moves = 1; moves <= options_.most_moves; ++moves) {
      before_ = largest_;
      changed_before_ = changed_;
      std::atomic<std::size_t> next = 0;
      std::atomic<std::size_t> found = 0;
      const auto work = [&] {
        for (std::size_t i = next++; i < placements_.size(); i = next++) found += extend(i, moves);
      };
      std::vector<std::jthread> others;
      for (int i = 1; i < options_.threads; ++i) others.emplace_back(work);
      work();
      others.clear();
      std::size_t kept = 0;
      for (const auto& sets : largest_) kept += sets.size();
      if (options_.progress) options_.progress(moves, found, kept);
      if (found == 0 && moves > longest_of_smaller()) break;
    }
    return {ending_, std::move(wins_)};
  }

 private:
  std::vector<Step> steps(const OwnBoard& own) const {
    std::vector<Step> result;
    const Bitboard kings = possible_squares(own);
    for (const Move tried : attempts(own)) {
      const Attempt attempt(own, tried);
      Step step{.tried = tried,
                .refused = attempt.refused() & kings,
                .allowed = attempt.allowed(),
                .parts = {},
                .captures = {}};
      const std::vector<Placements::Place> places = placements_.find(attempt.after());
      if (!places.empty()) {
        step.next = places.front().number;
        step.there = places.front().symmetry;
      } else if (!find_smaller(attempt.after(), step)) {
        continue;
      }
      for (const Attempt::Part& part : attempt.parts(kings)) {
        const Bitboard lasting = part.check == 0 ? part.kings & ~attempt.stuck(part.kings) : part.kings;
        if (lasting != 0) step.parts.push_back(lasting);
      }
      for (const Square man : chess::Squares(attempt.capturable()))
        step.captures.emplace_back(next_to(bit(man)), moves_to_mate(smaller_, without(attempt.after(), man), bit(man)));
      result.push_back(std::move(step));
    }
    return result;
  }

  // After a promotion.
  bool find_smaller(const OwnBoard& after, Step& step) const {
    for (const Table* table : smaller_) {
      const std::vector<Placements::Place> places = table->placements().find(after);
      if (places.empty()) continue;
      step.next = places.front().number;
      step.there = places.front().symmetry;
      step.table = table;
      return true;
    }
    return false;
  }

  int longest_of_smaller() const {
    int longest = 0;
    for (const Table* table : smaller_) {
      for (std::size_t i = 0; i < table->placements().size(); ++i) {
        for (const Win& win : table->wins(i)) longest = std::max<int>(longest, win.moves);
      }
    }
    return longest;
  }

  // The sets of a placement that are won in so many moves. How many are new.
  std::size_t extend(std::size_t placement, int moves) {
    std::vector<Bitboard>& largest = largest_[placement];
    const std::size_t before = wins_[placement].size();
    std::vector<std::optional<std::vector<Bitboard>>> legal(steps_[placement].size());
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = 0; i < legal.size(); ++i) {
        const Step& step = steps_[placement][i];
        // Where it leads to nothing is new; after a refusal something can be.
        const bool stale =
            moves > 1 && step.table == nullptr && step.captures.empty() && changed_before_[step.next] < moves - 1;
        if (stale && (step.refused == 0 || wins_[placement].size() == before)) continue;
        if (!legal[i]) legal[i] = won_if_legal(step, moves);
        std::vector<Bitboard> if_refused;
        for (const Bitboard set : largest) {
          if ((set & step.refused) != 0) add_largest(if_refused, set & step.refused);
        }
        if (if_refused.empty()) if_refused.push_back(0);
        for (const Bitboard a : *legal[i]) {
          for (const Bitboard b : if_refused) {
            if ((a | b) == 0 || !add_largest(largest, a | b)) continue;
            wins_[placement].push_back({a | b, step.tried, static_cast<std::uint8_t>(moves)});
            grown = true;
          }
        }
      }
    }
    keep_largest(largest, options_.most_sets);
    const std::set<Bitboard> known(before_[placement].begin(), before_[placement].end());
    const auto found =
        std::count_if(largest.begin(), largest.end(), [&](Bitboard set) { return !known.contains(set); });
    if (found > 0) changed_[placement] = moves;
    return static_cast<std::size_t>(found);
  }

  // The largest sets on which the try is legal and won: for each announcement one of its largest.
  std::vector<Bitboard> won_if_legal(const Step& step, int moves) const {
    Bitboard lost = 0;
    for (const auto& [kings, after] : step.captures) lost |= after < moves ? 0 : kings;
    std::vector<Bitboard> next{0};  // mates need nothing
    const Symmetry back = step.there.inverse();
    if (step.table != nullptr) {
      for (const Win& win : step.table->wins(step.next)) {
        if (win.moves < moves) next.push_back(back.of(win.kings));
      }
    } else {
      for (const Bitboard set : before_[step.next]) next.push_back(back.of(set));
    }
    for (Bitboard& set : next) set = ~next_to(step.allowed & ~set) & ~lost;  // from where all replies are inside
    std::vector<Bitboard> result{0};
    for (const Bitboard part : step.parts) {
      std::vector<Bitboard> won;
      for (const Bitboard set : next) {
        if ((set & part) != 0) add_largest(won, set & part);
      }
      if (won.empty()) continue;
      std::vector<Bitboard> both;
      for (const Bitboard a : result) {
        for (const Bitboard b : won) both.push_back(a | b);
      }
      result = std::move(both);
    }
    return result;
  }

  Ending ending_;
  Placements placements_;
  const std::vector<const Table*>& smaller_;
  const RetrogradeOptions& options_;
  std::vector<std::vector<Step>> steps_;
  // By placement: all wins; the largest sets; the last number of moves that brought a win. Before: as they were when
  // the current number of moves began.
  std::vector<std::vector<Win>> wins_;
  std::vector<std::vector<Bitboard>> largest_;
  std::vector<std::vector<Bitboard>> before_;
  std::vector<int> changed_;
  std::vector<int> changed_before_;
};

}  // namespace

Table retrograde(const Ending& ending, const std::vector<const Table*>& smaller, const RetrogradeOptions& options) {
  return Analysis(ending, smaller, options).run();
}

Table needed(const Table& all, std::size_t starts) {
  const Placements& placements = all.placements();
  std::vector<std::set<std::size_t>> kept(placements.size());  // of the wins, by placement
  std::vector<std::pair<std::size_t, std::size_t>> open;
  const auto keep_if_won = [&](std::size_t placement, Bitboard kings) {
    const std::vector<Win>& wins = all.wins(placement);
    const auto first =
        std::find_if(wins.begin(), wins.end(), [kings](const Win& win) { return (kings & ~win.kings) == 0; });
    if (first == wins.end()) return false;
    const auto number = static_cast<std::size_t>(first - wins.begin());
    if (kept[placement].insert(number).second) open.emplace_back(placement, number);
    return true;
  };
  const auto keep = [&](std::size_t placement, Bitboard kings) {
    BLINDMATE_CHECK(keep_if_won(placement, kings), "a win leads to a set that is not won");
  };
  for (std::size_t placement = 0; placement < placements.size(); ++placement) {
    std::vector<Bitboard> largest;
    for (const Win& win : all.wins(placement)) add_largest(largest, win.kings);
    keep_largest(largest, starts);
    for (const Bitboard set : largest) keep(placement, set);
    keep_if_won(placement, safe_squares(placements.board(placement)));
  }
  while (!open.empty()) {
    const auto [placement, number] = open.back();
    open.pop_back();
    const Win win = all.wins(placement)[number];
    const Attempt attempt(placements.board(placement), win.tried);
    if ((win.kings & attempt.refused()) != 0) keep(placement, win.kings & attempt.refused());
    const std::vector<Placements::Place> next = placements.find(attempt.after());
    if (next.empty()) continue;  // a smaller ending goes on
    for (const Attempt::Part& part : attempt.parts(win.kings)) {
      const Bitboard replies = next_to(part.kings) & attempt.allowed();
      if (replies != 0) keep(next.front().number, next.front().symmetry.of(replies));
    }
  }
  std::vector<std::vector<Win>> wins(placements.size());
  for (std::size_t placement = 0; placement < placements.size(); ++placement) {
    for (const std::size_t number : kept[placement]) wins[placement].push_back(all.wins(placement)[number]);
  }
  return {all.ending(), std::move(wins)};
}

}  // namespace blindmate::endings
