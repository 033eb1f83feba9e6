// The net on the CPU, against what PyTorch made of the same files (train/golden.py), and files that are none.
#include "blindmate/policy/net.hpp"

#include <gtest/gtest.h>

#include <boost/crc.hpp>
#include <cstring>
#include <random>

#include "blindmate/base/files.hpp"
#include "blindmate/policy/actions.hpp"
#include "blindmate/policy/actor.hpp"
#include "blindmate/policy/embedded.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::policy {
namespace {

constexpr float kLogitTolerance = 2e-3F;
constexpr float kProbabilityTolerance = 2e-4F;

std::string file(const std::string& name) { return *read_file(TESTS_FOLDER "/data/nets/" + name); }

struct Golden {
  Record record;
  Memory memory;
  std::array<float, BM_ACTIONS> logits;
  std::array<std::array<float, 7>, 64> belief;
  std::array<float, 3> value;
};
static_assert(sizeof(Golden) == sizeof(Record) + sizeof(Memory) + 4 * (BM_ACTIONS + 64 * 7 + 3));

std::vector<Golden> golden(const std::string& name) {
  const std::string bytes = file(name);
  std::vector<Golden> result(bytes.size() / sizeof(Golden));
  std::memcpy(result.data(), bytes.data(), result.size() * sizeof(Golden));
  return result;
}

// One that stands for no move.
bool is_off_board(std::size_t action) {
  return action >= 4096 && action < BM_ACTION_ANY && ((action - 4096) % 24 == 0 || (action - 4096) % 24 == 23);
}

void expect_same(const Evaluation& evaluation, const Golden& wanted) {
  for (std::size_t i = 0; i < BM_ACTIONS; ++i) {
    if (is_off_board(i)) continue;
    ASSERT_NEAR(evaluation.logits[i], wanted.logits[i], kLogitTolerance) << "action " << i;
  }
  for (std::size_t s = 0; s < 64; ++s) {
    for (std::size_t i = 0; i < 7; ++i)
      ASSERT_NEAR(evaluation.belief[s][i], wanted.belief[s][i], kProbabilityTolerance) << "square " << s << ", " << i;
  }
  EXPECT_NEAR(evaluation.win, wanted.value[0], kProbabilityTolerance);
  EXPECT_NEAR(evaluation.draw, wanted.value[1], kProbabilityTolerance);
  EXPECT_NEAR(evaluation.loss, wanted.value[2], kProbabilityTolerance);
}

void expect_golden(std::string_view bytes, const std::string& name) {
  const std::vector<Golden> all = golden(name);
  ASSERT_GE(all.size(), 6U);
  for (const Instructions instructions : {Instructions::portable, best_instructions()}) {
    const Net net = *Net::read(bytes, instructions);
    std::vector<Sight> sights;
    for (const Golden& one : all) {
      sights.push_back({&one.record, &one.memory});
      expect_same(net.evaluate(sights.back()), one);
    }
    std::vector<Evaluation> together(all.size());
    net.evaluate(sights, together);
    for (std::size_t i = 0; i < all.size(); ++i) expect_same(together[i], all[i]);
  }
}

TEST(Net, ComputesWhatPyTorchComputes) { expect_golden(embedded("actor.net"), "actor.golden"); }

TEST(Net, ComputesWhatPyTorchComputesWithOtherSizes) { expect_golden(file("small.net"), "small.golden"); }

TEST(Net, RemembersWhatItBelieved) {
  const std::vector<Golden> all = golden("small.golden");
  const Net net = *Net::read(file("small.net"));
  const Evaluation evaluation = net.evaluate({&all[0].record, &all[0].memory});
  const Memory memory = evaluation.memory();
  for (std::size_t s = 0; s < 64; ++s) {
    for (std::size_t man = 0; man < 6; ++man)
      EXPECT_NEAR(memory[man][s], 255 * all[0].belief[s][man + 1], 0.6) << man << " on " << s;
  }
}

std::string problem_of(std::string_view bytes) {
  const Expected<Net> net = Net::read(bytes);
  return net ? "" : net.error().reason;
}

std::string with_checksum(std::string bytes) {
  boost::crc_32_type sum;
  sum.process_bytes(bytes.data(), bytes.size());
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(sum.checksum() >> (8 * i)));
  return bytes;
}

// A file with this header and no weights.
std::string only_header(const std::string& header) {
  std::string bytes = "BMNET1\n";
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(header.size() >> (8 * i)));
  return with_checksum(bytes + header);
}

// The same length, so that all else stays right.
std::string with(std::string bytes, const std::string& old, const std::string& replacement) {
  EXPECT_EQ(old.size(), replacement.size());
  const std::size_t place = bytes.find(old);
  EXPECT_NE(place, std::string::npos) << old;
  bytes.replace(place, old.size(), replacement);
  return with_checksum(bytes.substr(0, bytes.size() - 4));
}

TEST(NetFile, SaysWhatIsWrongWithIt) {
  const std::string good = file("small.net");
  EXPECT_EQ(problem_of(good), "");
  const auto has = [](const std::string& problem, const char* part) {
    EXPECT_NE(problem.find(part), std::string::npos) << problem;
  };
  has(problem_of(""), "not a net file");
  has(problem_of("PNG, or anything else that is no net"), "not a net file");
  has(problem_of(good.substr(0, 9)), "ends too early");
  has(problem_of(good.substr(0, good.size() - 100)), "checksum");
  std::string damaged = good;
  damaged[damaged.size() / 2] ^= 1;
  has(problem_of(damaged), "checksum");
  has(problem_of(with(good, "\"format\": 1", "\"format\": 2")), "format 2");
  has(problem_of(with(good, "\"record_version\": 1", "\"record_version\": 9")), "records of version 9");
  has(problem_of(with(good, "\"actor\"", "\"actar\"")), "actar");
  has(problem_of(with(good, "\"channels\": 20", "\"channels\": 24")), "shape");
  has(problem_of(with(good, "\"channels\": 20", "\"channels\": -1")), "header");
  has(problem_of(with(good, "\"channels\": 20", "\"channels\": 00")), "header");
  has(problem_of(with(good, "\"channels\"", "\"channelz\"")), "channels");
  has(problem_of(with(good, "ends.weight", "ends.height")), "ends.weight");
  has(problem_of(only_header("[]")), "header");
  has(problem_of(only_header("{}")), "header");
  has(problem_of(only_header("no JSON")), "header");
  has(problem_of(*read_file(TESTS_FOLDER "/../data/nets/critic.net")), "critic");
}

TEST(NetFile, NeverCrashesOnDamage) {
  std::mt19937 random(3);
  const std::string good = file("small.net");
  for (int i = 0; i < 300; ++i) {
    std::string damaged = good.substr(0, good.size() - 4);
    for (int j = 0; j < 4; ++j) damaged[random() % 3000] = static_cast<char>(random());
    if (i % 3 == 0) damaged.resize(random() % damaged.size());
    problem_of(with_checksum(damaged));
  }
}

// Plays a game with the net for both sides, and asks one who comes late.
TEST(Actor, CatchesUpWithDecisionsItDidNotMake) {
  const auto net = std::make_shared<const Net>(*Net::read(file("small.net")));
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    referee::Game game(*rules);
    Actor white(net, game.view(chess::Side::white));
    Actor black(net, game.view(chess::Side::black));
    std::mt19937 random(5);
    for (int decision = 0; decision < 120 && !game.outcome(); ++decision) {
      const chess::Side turn = game.position().turn();
      const referee::PlayerView& view = game.view(turn);
      Actor& actor = turn == chess::Side::white ? white : black;
      const Evaluation now = actor.consider(view);
      EXPECT_EQ(actor.consider(view).logits, now.logits) << "asked twice";
      if (decision % 40 == 39) {
        Actor late(net, view);
        EXPECT_EQ(late.consider(view).logits, now.logits) << rules->name << ", decision " << decision;
      }
      const auto choices = probabilities(now, actor.record());
      game.ask(*ask_of(choices[random() % choices.size()].first, view));
    }
  }
}

TEST(Probabilities, AreOfAskableActionsAndSumToOne) {
  for (const Golden& one : golden("actor.golden")) {
    Evaluation evaluation{};
    evaluation.logits = one.logits;
    const auto choices = probabilities(evaluation, one.record);
    float sum = 0;
    for (const auto& [action, probability] : choices) {
      const auto word = static_cast<unsigned>(action) / 64;
      EXPECT_TRUE(one.record.askable[word] >> (action % 64) & 1);
      EXPECT_FALSE(one.record.impossible[word] >> (action % 64) & 1);
      sum += probability;
    }
    EXPECT_NEAR(sum, 1, 1e-4);
    const auto best = std::max_element(choices.begin(), choices.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    const auto greedy = probabilities(evaluation, one.record, 0);
    ASSERT_EQ(greedy.size(), 1U);
    EXPECT_EQ(greedy[0].first, best->first);
    const auto cold = probabilities(evaluation, one.record, 0.01);
    EXPECT_GT(cold[static_cast<std::size_t>(best - choices.begin())].second, 0.9F * best->second);
  }
}

}  // namespace
}  // namespace blindmate::policy
