#include "blindmate/lab/figures/figure_games.hpp"

#include <boost/json.hpp>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::lab {

namespace json = boost::json;

Expected<void> play_all(const FigureGames& figure_games, const FigureOptions& options,
                        std::vector<json::object>& games) {
  std::vector<json::object> played(figure_games.count);
  const Pieces pieces{.label = figure_games.name,
                      .quiet = options.quiet,
                      .count = figure_games.count,
                      .work = [&](std::size_t game) { return referee::json_text(figure_games.play(game)); },
                      .done =
                          [&](std::size_t game, std::string_view result) {
                            played[game] = json::parse({result.data(), result.size()}).as_object();
                            return true;
                          }};
  json::object task = task_of(figure_games.name, options);
  task["depends_on"] = figure_games.depends_on;
  if (const auto done = do_pieces(pieces, task, options); !done) return done.error();
  if (!interrupted() && Ranks::is_first()) games = std::move(played);
  return {};
}

}  // namespace blindmate::lab
