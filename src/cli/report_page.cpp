#include "report_page.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "blindmate/base/text.hpp"
#include "blindmate/study/attack.hpp"

namespace blindmate::cli {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{}</title>
<style>
body {{ max-width: 52rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
table {{ border-collapse: collapse; margin: 1rem 0; }}
td {{ width: 2.6rem; height: 2.6rem; border: 1px solid #999; text-align: center; font-size: 1.9rem; line-height: 1; }}
details {{ margin-left: 1.2rem; }}
summary {{ cursor: pointer; }}
p.leaf {{ margin: 0 0 0 2.4rem; }}
p.fact {{ margin: 0; white-space: pre-wrap; font: 0.9rem/1.6 monospace; }}
</style>
<h1>{}</h1>
)";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += c;
    }
  }
  return result;
}

// White's and Black's, by man.
constexpr std::array<std::array<std::string_view, 6>, 2> kMen = {
    {{"\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654"},
     {"\u265F\uFE0E", "\u265E", "\u265D", "\u265C", "\u265B", "\u265A"}}};

// The attacker's men, and those of the defender that certainly stand there; darker the likelier one does.
std::string board(const referee::Problem& problem) {
  const study::Attack attack(problem);
  const referee::OwnBoard own = attack.own_board();
  const belief::ManMap men = attack.men();
  const auto& own_men = kMen[chess::index(own.side())];
  const auto& other_men = kMen[chess::index(other(own.side()))];
  constexpr double kCertain = 0.999;
  std::string result = "<table aria-label=\"the attacker's men, and where the defender can be\">\n";
  for (int rank = own.size() - 1; rank >= 0; --rank) {
    result += "<tr>";
    for (int file = 0; file < own.size(); ++file) {
      const chess::Square s = chess::square(file, rank);
      const chess::Man man = own.man_at(s);
      std::string_view glyph = man == chess::Man::none ? "" : own_men[chess::index(man)];
      double share = 0;
      for (std::size_t kind = 0; kind < other_men.size(); ++kind) {
        share += men[kind][s];
        if (men[kind][s] > kCertain) glyph = other_men[kind];
      }
      result += fmt::format("<td style=\"background:rgba(190,60,30,{:.2f})\" title=\"{}\">{}</td>", 0.6 * share,
                            chess::text(s), glyph);
    }
    result += "</tr>\n";
  }
  return result + "</table>\n";
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

// Lines below others fold into them.
std::string folded(const std::vector<std::string_view>& lines) {
  std::string result;
  std::vector<std::size_t> open;  // indents
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    const std::size_t indent = indent_of(lines[i]);
    for (; !open.empty() && open.back() >= indent; open.pop_back()) result += "</details>\n";
    const std::string text = escaped(lines[i].substr(indent));
    if (i + 1 < lines.size() && indent_of(lines[i + 1]) > indent) {
      result += fmt::format("<details open><summary>{}</summary>\n", text);
      open.push_back(indent);
    } else {
      result += fmt::format("<p class=\"leaf\">{}</p>\n", text);
    }
  }
  for (; !open.empty(); open.pop_back()) result += "</details>\n";
  return result;
}

}  // namespace

std::string report_page(const referee::Problem& problem, std::string_view summary, std::string_view variations) {
  const std::string id = escaped(problem.id);
  std::string result = fmt::format(kHead, id, id) + board(problem);
  for (const std::string_view line : split(summary, '\n'))
    result += fmt::format("<p class=\"fact\">{}</p>\n", line.empty() ? "&nbsp;" : escaped(line));
  if (variations.empty()) return result;
  return result + "<h2>Variations</h2>\n" + folded(split(variations, '\n'));
}

}  // namespace blindmate::cli
