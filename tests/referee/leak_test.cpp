// Hidden information reaches no one it does not belong to: two games that differ only in what a player cannot know give
// that player identical bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <random>

#include "blindmate/chess/movegen.hpp"
#include "blindmate/referee/announce.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/referee/json.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/referee/rule_sets.hpp"
#include "support.hpp"

namespace blindmate::referee {
namespace {

using chess::Move;
using chess::Side;

std::string bytes(const PlayerView& view) { return boost::json::serialize(to_json(view)) + write_pgn(view); }

template <class List>
auto random_item(const List& list, Random& random) {
  return list[random.below(static_cast<unsigned>(list.size()))];
}

// Two games in which the listener hears the same and asks the same, while his opponent plays differently.
class Twins {
 public:
  Twins(const RuleSet& rules, Side listener, std::uint64_t seed)
      : random_(seed), listener_(listener), a_(rules), b_(rules) {}

  void play(int plies) {
    for (int ply = 0; ply < plies && !a_.outcome() && !b_.outcome(); ++ply) {
      const bool going = a_.position().turn() == listener_ ? listener_turn() : opponent_turn();
      if (!going) return;
      ASSERT_EQ(bytes(a_.view(listener_)), bytes(b_.view(listener_)));
      if (a_.position() != b_.position()) ++different_;
    }
  }

  int different() const { return different_; }

 private:
  Heard answer(const Game& game, const Ask& ask) const { return Game(game).ask(ask).heard; }

  // The question, where it exists and is answered alike.
  void ask_any_alike() {
    if (random_.below(3) != 0 || answer(a_, AnyAsked{}) != answer(b_, AnyAsked{})) return;
    a_.ask(AnyAsked{});
    b_.ask(AnyAsked{});
  }

  // Asks what is answered alike in both games, until a move is made.
  bool listener_turn() {
    ask_any_alike();
    chess::MoveList tries = a_.view(listener_).askable_tries();
    std::shuffle(tries.begin(), tries.end(), std::minstd_rand(static_cast<unsigned>(random_.next())));
    for (const Move tried : tries) {
      if (answer(a_, tried) != answer(b_, tried)) continue;
      a_.ask(tried);
      if (b_.ask(tried).heard.answer == Answer::ok) return true;
    }
    return false;
  }

  // Refusals and nonsense that the listener hears alike, or not at all; then two moves that sound the same.
  bool opponent_turn() {
    const int asks_a = static_cast<int>(random_.below(4));
    const bool heard = a_.rules().refusal == HeardBy::both;
    ask_any_alike();
    ask_in_vain(a_, asks_a);
    ask_in_vain(b_, heard ? asks_a : static_cast<int>(random_.below(4)));
    if (bytes(a_.view(listener_)) != bytes(b_.view(listener_))) return false;  // one of them had fewer tries to waste
    const chess::MoveList moves_a = legal_and_askable(a_);
    const chess::MoveList moves_b = legal_and_askable(b_);
    for (int attempt = 0; attempt < 200 && !moves_a.empty() && !moves_b.empty(); ++attempt) {
      const Move move_a = random_item(moves_a, random_);
      const Move move_b = random_item(moves_b, random_);
      if (answer(a_, move_a) != answer(b_, move_b)) continue;
      a_.ask(move_a);
      b_.ask(move_b);
      return true;
    }
    return false;
  }

  static chess::MoveList legal_and_askable(const Game& game) {
    chess::MoveList result;
    for (const Move move : chess::legal_moves(game.position())) {
      if (game.view(game.position().turn()).askable(move)) result.push_back(move);
    }
    return result;
  }

  // Nonsense of all kinds where the listener hears nothing of it, and refused tries.
  void ask_in_vain(Game& game, int times) {
    const Nonsense nonsense = game.rules().nonsense;
    const bool silent = nonsense == Nonsense::to_mover || game.rules().refusal == HeardBy::mover;
    if (silent && random_.below(2) == 0) game.ask(Move(chess::square(0, 4), chess::square(7, 4)));
    if (game.rules().any == AnyQuestion::none && random_.below(2) == 0) game.ask(AnyAsked{});
    for (const Move tried : game.view(game.position().turn()).askable_tries()) {
      if (times > 0 && !game.position().is_legal(tried)) {
        if (game.ask(tried).heard.answer == Answer::no) --times;
        if (silent && random_.below(2) == 0) game.ask(tried);  // refused before: nonsense
      }
    }
  }

  Random random_;
  Side listener_;
  Game a_;
  Game b_;
  int different_ = 0;
};

TEST(Leaks, GamesThatSoundTheSameGiveTheSameBytes) {
  for (const RuleSet* rules : kRuleSets) {
    for (const Side listener : {Side::white, Side::black}) {
      SCOPED_TRACE(rules->name);
      int different = 0;
      for (std::uint64_t seed = 0; seed < 60 && !HasFatalFailure(); ++seed) {
        Twins twins(*rules, listener, seed);
        twins.play(60);
        different += twins.different();
      }
      EXPECT_GT(different, 200) << "the true positions must have differed, or nothing was tested";
    }
  }
}

// The opponent's double step is heard of by nobody, so the en-passant capture is askable with and without it.
TEST(Leaks, AskableTriesDoNotTellADoubleStep) {
  for (const RuleSet* rules : {&kBerkeley, &kBerkeleyAny, &kWild16, &kEnglish}) {
    Game doubled(*rules, position("4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1"));
    Game single(doubled);
    const auto ask = [](Game& game, const char* tried) { return game.ask(*chess::parse_coordinates(tried)).heard; };
    ask(doubled, "e4e5");
    ask(single, "e4e5");
    const Heard heard = ask(doubled, "d7d5");
    if (heard == ask(single, "e8f8")) {  // wild16 tells the number of pawn captures
      EXPECT_EQ(bytes(doubled.view(Side::white)), bytes(single.view(Side::white))) << rules->name;
    }
    EXPECT_TRUE(single.view(Side::white).askable(*chess::parse_coordinates("e5d6"))) << rules->name;
  }
}

// wild16: refusals are private. Nothing at all changes for the opponent while the mover is refused.
TEST(Leaks, PrivateRefusalsLeaveNoTrace) {
  Game game(kWild16);
  const std::string before = bytes(game.view(Side::black));
  for (const char* tried : {"e2d3", "e2f3", "e2d3", "a1a5", "e2e5"}) {
    const Announcement announcement = game.ask(*chess::parse_coordinates(tried));
    EXPECT_EQ(announcement.heard.answer, Answer::no) << tried;
    EXPECT_FALSE(announcement.opponent_hears) << tried;
  }
  EXPECT_EQ(bytes(game.view(Side::black)), before);
}

// A view can be made without any game, from what its player asked and heard: there is nothing else in it.
TEST(Leaks, AViewIsWhatItsPlayerAskedAndHeard) {
  Random random(9);
  for (const RuleSet* rules : kRuleSets) {
    Game game(*rules);
    std::array<PlayerView, 2> views = {PlayerView(game.start(), Side::white, *rules),
                                       PlayerView(game.start(), Side::black, *rules)};
    while (!game.outcome() && game.plies() < 100) {
      const Side by = game.position().turn();
      const Ask ask = random_item(game.view(by).askable_tries(), random);
      const Announcement announcement = game.ask(ask);
      views[index(by)].hear({by, ask, announcement.heard});
      if (announcement.opponent_hears) views[index(other(by))].hear({by, std::nullopt, announcement.heard});
      for (const PlayerView& view : views) ASSERT_EQ(bytes(view), bytes(game.view(view.side()))) << rules->name;
    }
  }
}

}  // namespace
}  // namespace blindmate::referee
