// The claim: no player proposes nonsense or overruns the time for a try, under any rule set. Games of all players
// against each other; beyond the time, the slowest try by the clock, on which other programs of the machine take turns,
// and by the thread's own processor time.
#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "measure.hpp"

namespace {

using namespace blindmate;

constexpr int kMostPlies = 200;

struct Tries {
  std::uint64_t asked = 0;
  std::uint64_t nonsense = 0;
  std::uint64_t late = 0;  // by processor time, more than a tenth or a millisecond
  double slowest_s = 0;
  double slowest_cpu_s = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 120;
  const double time_s = argc > 2 ? std::atof(argv[2]) : 0.003;
  std::map<std::string_view, Tries> tries;
  Random random(1);
  for (int number = 0; number < games; ++number) {
    referee::Game game(*referee::kRuleSets[static_cast<std::size_t>(number) % referee::kRuleSets.size()]);
    std::vector<std::unique_ptr<players::Player>> players;
    std::vector<std::string_view> names;
    for (int side = 0; side < 2; ++side) {
      const auto& entry = players::kPlayers[random.below(static_cast<std::uint32_t>(players::kPlayers.size()))];
      names.push_back(entry.name);
      players.push_back(std::move(*players::make_player({.entry = &entry, .options = {}}, random.next())));
    }
    while (!game.outcome() && game.plies() < kMostPlies) {
      const chess::Side side = game.position().turn();
      Tries& of = tries[names[chess::index(side)]];
      referee::Ask asked;
      const double cpu_before = thread_cpu_s();
      const double took_s = bench::seconds([&] {
        players::Thinking thinking = players::Thinking::for_time(std::chrono::duration<double>(time_s));
        asked = players[chess::index(side)]->choose(game.view(side), thinking);
      });
      const double cpu_s = thread_cpu_s() - cpu_before;
      ++of.asked;
      of.slowest_s = std::max(of.slowest_s, took_s);
      of.slowest_cpu_s = std::max(of.slowest_cpu_s, cpu_s);
      if (cpu_s > time_s + std::max(0.1 * time_s, 1e-3)) ++of.late;
      if (game.ask(asked).heard.answer != referee::Answer::nonsense) continue;
      ++of.nonsense;
      break;
    }
  }
  fmt::print("{} games, {:.1f} ms a try\n", games, 1000 * time_s);
  for (const auto& [name, of] : tries) {
    fmt::print("{:<8} {:>8} tries, nonsense {}, late {}, slowest {:.1f} ms, of processor time {:.1f} ms\n", name,
               of.asked, of.nonsense, of.late, 1000 * of.slowest_s, 1000 * of.slowest_cpu_s);
  }
}
