// blindmate COMMAND [options]. The commands and exit codes are a contract: docs/formats.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/printable.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "command.hpp"
#include "options.hpp"

namespace {

using namespace blindmate::cli;

// Of the command's name, more helpful than the parser's own words.
blindmate::Expected<void> check_command(int argc, char** argv) {
  if (argc < 2) return blindmate::Error{"a command is needed; --help lists them"};
  const std::string_view given = argv[1];
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) names.emplace_back(command.name);
  if (given.starts_with('-') || std::find(names.begin(), names.end(), given) != names.end()) return {};
  return blindmate::Error{fmt::format("unknown command \"{}\"; known are {}", given, fmt::join(names, ", "))};
}

int run(int argc, char** argv) {
  CLI::App app("Kriegspiel: the chess in which neither player sees the other's men.", "blindmate");
  app.set_version_flag("--version", "blindmate " BLINDMATE_VERSION);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("blindmate: {}\nRun with --help for more information.\n", blindmate::printable(error.what()));
  });
  app.footer("Each command has --help with examples. A first game: blindmate play");

  std::vector<Run> runs;
  for (const Command& command : kCommands) {
    CLI::App& sub = *app.add_subcommand(command.name, command.summary);
    sub.set_version_flag("--version", "blindmate " BLINDMATE_VERSION);
    runs.push_back(command.declare(sub));
  }
  if (const auto checked = check_command(argc, argv); !checked) return bad_input(checked.error().reason);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kAnswered : kBadInput;
  }
  for (std::size_t i = 0; i < kCommands.size(); ++i) {
    if (!app.got_subcommand(kCommands[i].name)) continue;
    if (blindmate::lab::Ranks::are_several() && !kCommands[i].shares_work)
      return bad_input(fmt::format("{} does not share its work among ranks of MPI; start it once, without mpirun",
                                   kCommands[i].name));
    return runs[i]();
  }
  return kInternalError;
}

// What this program was compiled for; a clear word is better than an illegal instruction.
bool processor_is_known() {
#if defined(__x86_64__) && defined(__AVX2__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

}  // namespace

int main(int argc, char** argv) {
  if (!processor_is_known()) {
    std::fputs(
        "blindmate: built for x86-64-v3 (AVX2, BMI2, FMA), which this processor is not; "
        "build with cmake -DBLINDMATE_ARCHITECTURE=x86-64\n",
        stderr);
    return kInternalError;
  }
  blindmate::catch_interrupts();
  std::signal(SIGABRT, [](int) { std::_Exit(kInternalError); });  // a broken invariant, which has said so
  try {
    blindmate::lab::Ranks ranks(argc, argv);
    try {
      const int code = ranks.finish(run(argc, argv));
      std::cout.flush();
      if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout) return code;
      complain("standard output cannot be written");
    } catch (const std::exception& error) {
      complain(fmt::format("internal error: {}", error.what()));
    }
    return ranks.finish(kInternalError);
  } catch (const std::exception& error) {
    complain(error.what());
    return kInternalError;
  }
}
