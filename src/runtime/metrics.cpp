#include "blindmate/runtime/metrics.hpp"

#include <fmt/format.h>

namespace blindmate::runtime {

void Histogram::add(std::chrono::duration<double> time) {
  std::size_t i = 0;
  while (i < kBounds_s.size() && time.count() > kBounds_s[i]) ++i;
  ++counts_[i];
  sum_s_ += time.count();
}

std::string Histogram::text(const char* name, const char* help) const {
  std::string result = fmt::format("# HELP {0} {1}\n# TYPE {0} histogram\n", name, help);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBounds_s.size(); ++i) {
    sum += counts_[i];
    result += fmt::format("{}_bucket{{le=\"{}\"}} {}\n", name, kBounds_s[i], sum);
  }
  sum += counts_[kBounds_s.size()];
  return result + fmt::format("{0}_bucket{{le=\"+Inf\"}} {1}\n{0}_sum {2}\n{0}_count {1}\n", name, sum, sum_s_.load());
}

std::string Metrics::text() const {
  std::string result =
      "# HELP blindmate_http_responses_total Answers by class of status.\n"
      "# TYPE blindmate_http_responses_total counter\n";
  for (std::size_t i = 0; i < responses.size(); ++i)
    result += fmt::format("blindmate_http_responses_total{{class=\"{}xx\"}} {}\n", i + 1, responses[i].load());
  const auto add = [&](const char* name, const char* type, const char* help, std::uint64_t value) {
    result +=
        fmt::format("# HELP blindmate_{0} {1}\n# TYPE blindmate_{0} {2}\nblindmate_{0} {3}\n", name, help, type, value);
  };
  add("connections", "gauge", "Open connections.", connections);
  add("websockets", "gauge", "Open WebSockets.", sockets);
  add("live_games", "gauge", "Games in memory.", live_games);
  add("games_created_total", "counter", "Games made.", games_created);
  add("games_ended_total", "counter", "Games ended.", games_ended);
  add("tries_total", "counter", "Tries and questions answered.", tries);
  add("bots_thinking", "gauge", "Bots that think or wait for a thread.", bots_thinking);
  add("too_often_total", "counter", "Requests and messages turned away by a rate limit.", too_often);
  add("slow_readers_total", "counter", "Connections closed because they did not read.", slow_readers);
  add("store_transactions_total", "counter", "Transactions of the store.", transactions);
  add("store_fails", "gauge", "1 when the last write failed.", store_fails ? 1 : 0);
  return result + answer_time.text("blindmate_answer_seconds", "From a try's arrival until its answer is on the way.");
}

}  // namespace blindmate::runtime
