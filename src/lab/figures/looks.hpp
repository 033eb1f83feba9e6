// How curves look: one colour, dash and mark for one algorithm or player in all plots. The colours are those of Okabe &
// Ito (2008), which the colour-blind can tell apart; dashes and marks do where there is no colour.
#pragma once

#include <array>
#include <string_view>

namespace blindmate::lab {

struct Look {
  std::string_view colour;
  std::string_view dash;  // of gnuplot
  int mark;               // likewise
};

inline constexpr std::string_view kBlack = "#000000", kOrange = "#E69F00", kSky = "#56B4E9", kGreen = "#009E73",
                                  kBlue = "#0072B2", kRed = "#D55E00", kPurple = "#CC79A7";
inline constexpr std::string_view kSolid = "1", kDashed = "(12,5)", kDotted = "(3,4)", kMixed = "(12,4,3,4)";
inline constexpr int kCircle = 7, kSquare = 5, kTriangle = 9, kDiamond = 13, kRing = 6;

struct NamedLook {
  std::string_view name;
  Look look;
};
inline constexpr std::array kAlgorithmLooks = {
    NamedLook{"dfs", {kBlack, kSolid, kCircle}},
    NamedLook{"l-dfs", {kBlack, kDashed, kSquare}},
    NamedLook{"e-dfs", {kBlack, kDotted, kTriangle}},
    NamedLook{"g-dfs", {kBlack, kMixed, kDiamond}},
    NamedLook{"gl-dfs", {kOrange, kSolid, kCircle}},
    NamedLook{"gx-dfs", {kOrange, kDashed, kSquare}},
    NamedLook{"le-dfs", {kOrange, kDotted, kTriangle}},
    NamedLook{"gle-dfs", {kOrange, kMixed, kDiamond}},
    NamedLook{"pns", {kRed, kSolid, kCircle}},
    NamedLook{"l-pns", {kRed, kDashed, kSquare}},
    NamedLook{"e-pns", {kRed, kDotted, kTriangle}},
    NamedLook{"ipns", {kGreen, kMixed, kDiamond}},
    NamedLook{"l-dub", {kSky, kSolid, kCircle}},
    NamedLook{"gl-dub", {kSky, kDashed, kSquare}},
    NamedLook{"dub", {kSky, kDotted, kTriangle}},
    NamedLook{"gl-dbu", {kBlue, kSolid, kCircle}},
    NamedLook{"l-dbu", {kBlue, kDashed, kSquare}},
    NamedLook{"dbu", {kBlue, kDotted, kTriangle}},
    NamedLook{"dfs-subset", {kGreen, kSolid, kCircle}},
    NamedLook{"dfs-equal", {kGreen, kDashed, kSquare}},
    NamedLook{"gl-dfs-subset", {kGreen, kDotted, kTriangle}},
    NamedLook{"dbu-subset", {kPurple, kSolid, kCircle}},
    NamedLook{"dbu-equal", {kRed, kMixed, kDiamond}},
    NamedLook{"gl-dbu-subset", {kSky, kMixed, kDiamond}},
    NamedLook{"gl-dbu-equal", {kPurple, kDashed, kSquare}},
    NamedLook{"closure", {kPurple, kMixed, kDiamond}},
};
inline constexpr std::array kFigureLooks = {
    NamedLook{"los with White", {kOrange, kSolid, kCircle}},
    NamedLook{"los with Black", {kOrange, kDashed, kSquare}},
    NamedLook{"aosp with White", {kBlue, kSolid, kCircle}},
    NamedLook{"aosp with Black", {kBlue, kDashed, kSquare}},
    NamedLook{"hs with White", {kRed, kSolid, kCircle}},
    NamedLook{"hs with Black", {kRed, kDashed, kSquare}},
    NamedLook{"random with White", {kBlack, kSolid, kCircle}},
    NamedLook{"random with Black", {kBlack, kDashed, kSquare}},
    NamedLook{"mates", {kBlue, kSolid, kRing}},
    NamedLook{"near misses", {kRed, kDashed, kTriangle}},
    NamedLook{"equal", {kBlack, kDotted, kCircle}},
};

// For all other names, in the order of the legend.
inline constexpr std::array kOtherLooks = {
    Look{kBlue, kSolid, kCircle},   Look{kRed, kDashed, kSquare},   Look{kGreen, kDotted, kTriangle},
    Look{kBlack, kMixed, kDiamond}, Look{kOrange, kSolid, kSquare}, Look{kPurple, kDashed, kTriangle},
    Look{kSky, kDotted, kCircle},
};

inline Look look_of(std::string_view name, std::size_t place) {
  for (const NamedLook& named : kAlgorithmLooks) {
    if (named.name == name) return named.look;
  }
  for (const NamedLook& named : kFigureLooks) {
    if (named.name == name) return named.look;
  }
  return kOtherLooks[place % kOtherLooks.size()];
}

}  // namespace blindmate::lab
