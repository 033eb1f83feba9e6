// How long the net of data/nets, or of a file that is named, thinks on one core: one decision at a time, and 64
// together, in processor time, beside the floor that arithmetic sets: its multiplications, at the rate at which this
// core multiplies and adds in registers alone.
#include <fmt/format.h>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/files.hpp"
#include "blindmate/policy/embedded.hpp"
#include "blindmate/policy/net.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "measure.hpp"

namespace {

using namespace blindmate;
using policy::Instructions;
using policy::Vector;

constexpr int kRounds = 15;

// The median over some rounds, in processor time.
template <class Work>
double cpu_seconds(int repetitions, const Work& work) {
  std::vector<double> rounds;
  for (int round = 0; round < kRounds; ++round) {
    const double before = thread_cpu_s();
    for (int i = 0; i < repetitions; ++i) work();
    rounds.push_back((thread_cpu_s() - before) / repetitions);
  }
  return bench::median(rounds);
}

// A convolution has 9 multiplications for each square and pair of channels; as tiles, 16 for four squares.
double multiplications(const policy::NetFile& file, double of_convolution) {
  double sum = 64.0 * 64 * static_cast<double>(file.settings.at("vector"));
  for (const auto& [name, tensor] : file.tensors) {
    const auto& shape = tensor.shape;
    if (shape.size() == 2) sum += static_cast<double>(shape[0] * shape[1]);
    if (shape.size() == 4)
      sum += 64.0 * static_cast<double>(shape[0] * shape[1]) * (shape[2] == 3 ? of_convolution : 1);
  }
  return sum;
}

double multiplications_a_second() {
  constexpr int kChains = 12;
  constexpr int kSteps = 100'000;
  Vector sums[kChains] = {};
  Vector factor = {};
  factor += 0.5F;
  const double time = cpu_seconds(1, [&] {
    for (int i = 0; i < kSteps; ++i) {
      for (Vector& sum : sums) sum = sum * factor + factor;
    }
    asm volatile("" : : "m"(sums));
  });
  return kChains * kSteps * static_cast<double>(policy::kVector) / time;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string bytes = argc > 1 ? *read_file(argv[1]) : std::string(policy::embedded("actor.net"));
  const policy::NetFile file = *policy::read_net_file(bytes);
  const double rate = multiplications_a_second();
  const double plain = multiplications(file, 9) / rate;
  const double floor = multiplications(file, 4) / rate;
  fmt::print("{:.1f} million multiplications ({:.1f} with tiles), {:.0f} thousand million a second\n",
             multiplications(file, 9) / 1e6, multiplications(file, 4) / 1e6, rate / 1e9);
  fmt::print("floor: {:.2f} ms ({:.2f} with tiles)\n", 1e3 * plain, 1e3 * floor);

  const referee::Game game(*referee::kRuleSets.front());
  const policy::Record record = policy::record_of(game.view(chess::Side::white));
  const policy::Memory memory = policy::first_memory(8);
  const std::vector<policy::Sight> sights(64, {&record, &memory});
  std::vector<policy::Evaluation> evaluations(sights.size());
  for (const auto& [instructions, name] :
       {std::pair{policy::best_instructions(), "best"}, std::pair{Instructions::portable, "portable"}}) {
    const policy::Net net = *policy::Net::read(bytes, instructions);
    const double one = cpu_seconds(20, [&] { net.evaluate({sights.data(), 1}, {evaluations.data(), 1}); });
    const double many = cpu_seconds(1, [&] { net.evaluate(sights, evaluations); }) / 64;
    fmt::print("{:8}: {:.2f} ms a decision, {:.1f} times the floor; in batches of 64 {:.0f} a second, {:.1f} times\n",
               name, 1e3 * one, one / floor, 1 / many, many / floor);
  }
}
