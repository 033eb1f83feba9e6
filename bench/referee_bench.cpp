// The claim: at least 5 million referee answers a second on one thread in random play.
// Random games under each rule set. "referee" asks the tries of these games again from a recording, so that only the
// referee works; "play" is the whole loop, in which the random player lists and chooses the tries as well.
#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "blindmate/base/random.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "measure.hpp"

namespace {

using namespace blindmate;

constexpr int kMostPlies = 300;

using Recording = std::vector<chess::Move>;

Recording play(const referee::RuleSet& rules, Random& random) {
  Recording asked;
  referee::Game game(rules);
  while (!game.outcome() && game.plies() < kMostPlies) {
    chess::MoveList tries = game.view(game.position().turn()).askable_tries();
    for (referee::Answer answer = referee::Answer::no; answer != referee::Answer::ok;) {
      const std::size_t i = random.below(static_cast<unsigned>(tries.size()));
      asked.push_back(tries[i]);
      tries.erase_unordered(i);
      answer = game.ask(asked.back()).heard.answer;
    }
  }
  return asked;
}

void ask_again(const referee::RuleSet& rules, const Recording& asked) {
  referee::Game game(rules);
  for (const chess::Move tried : asked) game.ask(tried);
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 1000;
  constexpr int kRounds = 5;
  std::vector<double> all_play_rates;
  std::vector<double> all_referee_rates;
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    std::vector<double> play_rates;
    std::vector<double> referee_rates;
    for (int round = 0; round < kRounds; ++round) {
      Random random(static_cast<std::uint64_t>(round));
      std::vector<Recording> recordings(static_cast<std::size_t>(games));
      const double play_s = bench::seconds([&] {
        for (Recording& recording : recordings) recording = play(*rules, random);
      });
      const double referee_s = bench::seconds([&] {
        for (const Recording& recording : recordings) ask_again(*rules, recording);
      });
      double answers = 0;
      for (const Recording& recording : recordings) answers += static_cast<double>(recording.size());
      play_rates.push_back(answers / play_s / 1e6);
      referee_rates.push_back(answers / referee_s / 1e6);
    }
    all_play_rates.push_back(bench::median(play_rates));
    all_referee_rates.push_back(bench::median(referee_rates));
    fmt::print("{:14} referee {:6.2f}, play {:6.2f} million answers a second\n", rules->name, all_referee_rates.back(),
               all_play_rates.back());
  }
  const auto slowest = [](const std::vector<double>& rates) { return *std::min_element(rates.begin(), rates.end()); };
  fmt::print("slowest rule set: referee {:.2f}, play {:.2f} million answers a second (claim: referee at least 5)\n",
             slowest(all_referee_rates), slowest(all_play_rates));
}
