#include "blindmate/engines/engines.hpp"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "blindmate/engines/alpha_beta.hpp"
#include "blindmate/engines/uci.hpp"

namespace blindmate::engines {
namespace {

// Processes that wait for their next player, by name.
class Pool {
 public:
  std::unique_ptr<Engine> take(const std::string& name) {
    const std::lock_guard lock(mutex_);
    std::vector<std::unique_ptr<Engine>>& idle = idle_[name];
    if (idle.empty()) return nullptr;
    std::unique_ptr<Engine> engine = std::move(idle.back());
    idle.pop_back();
    return engine;
  }

  void give_back(const std::string& name, std::unique_ptr<Engine> engine) {
    const std::lock_guard lock(mutex_);
    idle_[name].push_back(std::move(engine));
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<std::unique_ptr<Engine>>> idle_;
};

Pool& pool() {
  static Pool instance;
  return instance;
}

UciOptions options_for(const std::string& name) {
  for (const KnownProgram& known : kKnownPrograms) {
    if (known.name != name) continue;
    UciOptions options{.command = {name}, .counts_nodes = known.counts_nodes};
    if (!known.argument.empty()) options.command.emplace_back(known.argument);
    return options;
  }
  return {.command = {name}};
}

}  // namespace

Expected<EnginePointer> borrow_engine(const std::string& name, std::size_t table_bytes) {
  if (name == kBuiltIn) return EnginePointer(new AlphaBeta(table_bytes), [](Engine* engine) { delete engine; });
  std::unique_ptr<Engine> engine = pool().take(name);
  if (!engine) {
    Expected<std::unique_ptr<UciProgram>> started = UciProgram::start(options_for(name));
    if (!started) return started.error();
    engine = std::move(*started);
  }
  return EnginePointer(engine.release(),
                       [name](Engine* borrowed) { pool().give_back(name, std::unique_ptr<Engine>(borrowed)); });
}

}  // namespace blindmate::engines
