// The claim: at least 0.3 million decisions a second on one core, and 1.8 times that on two.
// Random actions in games of all rule sets. The time is the environment's own; the bare referee answers the same tries
// in the same run, from a recording, so that the ratio says what the records cost.
#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "blindmate/environment/environment.hpp"
#include "blindmate/policy/actions.hpp"
#include "measure.hpp"

namespace {

using namespace blindmate;

constexpr std::size_t kGames = 4096;

// Asked in one place: the games of that place, one after the other.
struct Recording {
  std::vector<const referee::RuleSet*> rules;
  std::vector<std::vector<referee::Ask>> asked;
};

int random_action(const bm_record& record, Random& random) {
  for (;;) {
    const int from = static_cast<int>(random.below(BM_ACTION_WORDS));
    const std::uint64_t word = record.askable[from] & ~record.impossible[from];
    if (word == 0) continue;
    const int bit = static_cast<int>(random.below(64));
    if ((word >> bit & 1) != 0) return 64 * from + bit;
  }
}

struct Run {
  double decisions_per_s = 0;
  std::vector<Recording> recordings;
};

Run run(int threads, int steps) {
  environment::Options options{.games = kGames, .threads = threads};
  options.rule_weights.fill(1);
  std::vector<bm_record> records(kGames);
  std::vector<bm_truth> truths(kGames);
  std::vector<bm_step> results(kGames);
  std::vector<std::int32_t> actions(kGames);
  environment::Environment environment(options, records.data(), truths.data(), results.data());
  Run result{.recordings = std::vector<Recording>(kGames)};
  const auto begin_game = [&](std::size_t i) {
    result.recordings[i].rules.push_back(referee::kRuleSets[results[i].rules]);
    result.recordings[i].asked.emplace_back();
  };
  for (std::size_t i = 0; i < kGames; ++i) begin_game(i);
  Random random(7);
  double seconds = 0;
  for (int k = 0; k < steps; ++k) {
    for (std::size_t i = 0; i < kGames; ++i) {
      actions[i] = random_action(records[i], random);
      const bool promotes = (records[i].planes[0] >> (actions[i] / 64 % 64) & 1) != 0 && actions[i] % 64 >= 56;
      result.recordings[i].asked.back().push_back(
          *policy::ask_of(actions[i], static_cast<chess::Side>(results[i].to_move), 8, [&](auto) { return promotes; }));
    }
    seconds += bench::seconds([&] {
      environment.step(actions.data());
      environment.wait();
    });
    for (std::size_t i = 0; i < kGames; ++i) {
      if (results[i].ended != 0) begin_game(i);
    }
  }
  result.decisions_per_s = static_cast<double>(kGames) * steps / seconds;
  return result;
}

double bare_referee(const std::vector<Recording>& recordings) {
  double answers = 0;
  const double seconds = bench::seconds([&] {
    for (const Recording& recording : recordings) {
      for (std::size_t i = 0; i < recording.asked.size(); ++i) {
        referee::Game game(*recording.rules[i]);
        for (const referee::Ask& ask : recording.asked[i]) game.ask(ask);
        answers += static_cast<double>(recording.asked[i].size());
      }
    }
  });
  return answers / seconds;
}

}  // namespace

int main(int argc, char** argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 100;
  constexpr int kRounds = 5;
  std::vector<double> one;
  std::vector<double> two;
  std::vector<double> referee;
  for (int round = 0; round < kRounds; ++round) {
    const Run alone = run(1, steps);
    one.push_back(alone.decisions_per_s);
    two.push_back(run(2, steps).decisions_per_s);
    referee.push_back(bare_referee(alone.recordings));
  }
  const double single = bench::median(one);
  fmt::print("one thread  {:6.3f} million decisions a second (claim: at least 0.3)\n", single / 1e6);
  fmt::print("two threads {:6.3f}, {:.2f} times as many (claim: 1.8)\n", bench::median(two) / 1e6,
             bench::median(two) / single);
  fmt::print("the bare referee answers the same tries {:.1f} times as fast, {:.2f} million a second\n",
             bench::median(referee) / single, bench::median(referee) / 1e6);
}
