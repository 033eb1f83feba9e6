// A short game under the Berkeley rules: what the referee says to each try, and what White knows in the end.
#include <cstdio>
#include <string>

#include "blindmate/chess/san.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/phrases.hpp"
#include "blindmate/view/rule_sets.hpp"

using namespace blindmate;

int main() {
  referee::Game game(referee::kBerkeley);
  for (const char* text : {"e4", "d5", "exf5", "exd5", "Qxd5"}) {
    const chess::Side by = game.position().turn();
    const referee::PlayerView& view = game.view(by);
    const Expected<chess::Move> tried =
        chess::read_san(text, view.askable_tries(), [&](chess::Square s) { return view.own_board().man_at(s); });
    if (!tried) {
      std::printf("%s\n", tried.error().reason.c_str());
      return 1;
    }
    std::printf("%s: %s\n", text, referee::phrase(by, game.ask(*tried).heard).c_str());
  }
  std::printf("\nWhat White knows:\n%s", referee::write_pgn(game.view(chess::Side::white)).c_str());
}
