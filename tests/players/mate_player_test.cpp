// The player that mates on sight: games against every defence, endings against a lone king, and tries that would give
// a win away.
#include "blindmate/players/mate_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "blindmate/chess/movegen.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/problem.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "naive/solver.hpp"
#include "support.hpp"

namespace blindmate::players {
namespace {

using chess::Man;
using chess::Move;
using chess::Position;
using chess::Side;
using referee::Game;
using referee::RuleSet;

constexpr std::uint64_t kPlenty = 300000;  // nodes
constexpr std::uint64_t kFew = 1000;       // too few to see a mate that is not near
constexpr std::uint64_t kNone = 1;

// The same for the other side.
Position mirrored(const Position& position) {
  chess::Setup setup;
  setup.size = position.size();
  setup.turn = other(position.turn());
  for (const chess::Square s : chess::Squares(position.occupied())) {
    const chess::Square opposite = chess::square(chess::file_of(s), position.size() - 1 - chess::rank_of(s));
    const Side side = chess::contains(position.men(Side::white), s) ? Side::black : Side::white;
    setup.men[opposite] = {position.man_at(s), side};
  }
  setup.castling = static_cast<chess::CastlingRights>(position.castling() >> 2 | (position.castling() & 3) << 2);
  if (position.en_passant() != chess::kNoSquare)
    setup.en_passant = chess::square(chess::file_of(position.en_passant()), 7 - chess::rank_of(position.en_passant()));
  return *Position::from(setup);
}

Move move(const char* text) { return *chess::parse_coordinates(text); }

// Plays a MatePlayer's games from a start against every defence there is. It is given time to find a mate once: then
// it has to remember.
class EveryDefence {
 public:
  EveryDefence(const RuleSet& rules, const Position& start, Side attacker, int most_plies)
      : rules_(rules), start_(start), attacker_(attacker), most_plies_(most_plies) {}

  // With the defender's first moves.
  void play(const std::vector<Move>& defence) {
    Game game(rules_, start_);
    MatePlayer player(make_random_player({.seed = 1}, {}), 1);
    std::size_t defended = 0;
    bool seen = false;
    int refusals = 0;
    while (!game.outcome() && game.plies() <= most_plies_) {
      if (game.position().turn() == attacker_) {
        Thinking thinking = Thinking::for_nodes(seen ? kNone : kPlenty);
        seen = true;
        const referee::Ask asked = player.choose(game.view(attacker_), thinking);
        const referee::Answer answer = game.ask(asked).heard.answer;
        refusals += answer == referee::Answer::no ? 1 : 0;
        ASSERT_NE(answer, referee::Answer::nonsense) << name(defence);
      } else if (defended < defence.size()) {
        game.ask(defence[defended++]);
      } else {
        for (const Move reply : chess::legal_moves(game.position())) {
          std::vector<Move> next = defence;
          next.push_back(reply);
          play(next);
          if (testing::Test::HasFatalFailure()) return;
        }
        return;
      }
    }
    ASSERT_TRUE(game.outcome()) << name(defence) << " ends in " << chess::fen(game.position());
    ASSERT_EQ(game.outcome()->reason, "checkmate") << name(defence);
    ASSERT_EQ(game.outcome()->winner, attacker_) << name(defence);
    ASSERT_LE(game.plies(), most_plies_) << name(defence);
    ++games;
    games_with_refusals += refusals > 0 ? 1 : 0;
  }

  int games = 0;
  int games_with_refusals = 0;

 private:
  std::string name(const std::vector<Move>& defence) const {
    std::string result = std::string(rules_.name) + " " + chess::fen(start_) + ", the defender plays";
    for (const Move reply : defence) result += " " + chess::text(reply);
    return result;
  }

  const RuleSet& rules_;
  Position start_;
  Side attacker_;
  int most_plies_;
};

// The sure mates of the known problems in which the position is known.
std::vector<referee::Problem> known_mates() {
  std::ifstream stream(TESTS_FOLDER "/data/problems.jsonl");
  std::vector<referee::Problem> result;
  for (std::string line; std::getline(stream, line);) {
    const Expected<referee::Problem> problem = referee::read_problem(line);
    EXPECT_TRUE(problem) << line;
    if (problem->expect_mate == true && problem->states.size() == 1) result.push_back(*problem);
  }
  return result;
}

TEST(MatePlayer, MatesOnSightAgainstEveryDefence) {
  int problems = 0;
  for (const referee::Problem& problem : known_mates()) {
    // Endings go by tables and leave castling out: they are sure, but may be longer.
    if (problem.id == "p-0104" || problem.id == "p-0128") continue;
    const Position& start = problem.states.front();
    EveryDefence(*problem.rules, start, start.turn(), *problem.ply).play({});
    EveryDefence(*problem.rules, mirrored(start), other(start.turn()), *problem.ply).play({});
    if (HasFatalFailure()) return;
    ++problems;
  }
  EXPECT_EQ(problems, 16);
}

// Mates that have to be found among several positions: the start is known, and the defender moves first. Whether there
// is a mate is known from brute force.
class Hunt {
 public:
  Hunt(const RuleSet& rules, std::uint64_t seed) : rules_(rules), random_(seed) {}

  void hunt() {
    const Side attacker = random_.below(2) == 0 ? Side::white : Side::black;
    const Position start = random_start(attacker);
    std::vector<std::pair<referee::Heard, std::vector<Move>>> sounds;
    for (const Move first : chess::legal_moves(start)) {
      Game game(rules_, start);
      const referee::Heard heard = game.ask(first).heard;
      const auto same = std::find_if(sounds.begin(), sounds.end(), [&](const auto& s) { return s.first == heard; });
      if (same != sounds.end()) {
        same->second.push_back(first);
      } else if (heard.end == referee::End::none) {
        sounds.push_back({heard, {first}});
      }
    }
    for (const auto& [heard, moves] : sounds) {
      if (moves.size() < 2 || moves.size() > kMostPositions) continue;
      naive::Problem problem{.rules = std::string(rules_.name), .states = {}, .any = "", .refused = {}};
      for (const Move first : moves) problem.states.push_back(chess::fen(start.after(first)));
      for (const int ply : {1, 3}) {
        problem.ply = ply;
        if (naive::guaranteed_mate(problem, 3000) != true) continue;
        EveryDefence defences(rules_, start, attacker, 1 + ply);
        for (const Move first : moves) {
          defences.play({first});
          if (testing::Test::HasFatalFailure()) return;
        }
        ++(ply == 1 ? mates_in_1 : mates_in_2);
        games += defences.games;
        games_with_refusals += defences.games_with_refusals;
        break;
      }
    }
  }

  int mates_in_1 = 0;
  int mates_in_2 = 0;
  int games = 0;
  int games_with_refusals = 0;

 private:
  static constexpr std::size_t kMostPositions = 6;

  // Many attackers, two or three defenders, who are to move.
  Position random_start(Side attacker) {
    constexpr std::array kMen = {Man::queen, Man::rook, Man::rook, Man::bishop, Man::knight, Man::pawn};
    const auto below = [this](int bound) { return static_cast<int>(random_.below(static_cast<unsigned>(bound))); };
    for (;;) {
      chess::Setup setup;
      setup.size = below(4) == 0 ? chess::kLargestBoard : chess::kSmallestBoard + below(3);
      setup.turn = other(attacker);
      const auto place = [&](Man man, Side side) {
        setup.men[chess::square(below(setup.size), below(setup.size))] = {man, side};
      };
      for (int men = 2 + below(3); men > 0; --men) place(kMen[random_.below(6)], attacker);
      for (int men = 1 + below(2); men > 0; --men) place(static_cast<Man>(below(5)), other(attacker));
      place(Man::king, Side::white);
      place(Man::king, Side::black);
      if (const Expected<Position> valid = Position::from(setup)) return *valid;
    }
  }

  const RuleSet& rules_;
  Random random_;
};

class MatePlayerRules : public testing::TestWithParam<const RuleSet*> {};

TEST_P(MatePlayerRules, FollowsItsPlanByWhatItHears) {
  Hunt hunt(*GetParam(), 3);
  for (int i = 0; i < 800 && !HasFatalFailure(); ++i) hunt.hunt();
  EXPECT_GT(hunt.mates_in_1, 5);
  EXPECT_GT(hunt.mates_in_2, 15);
  EXPECT_GT(hunt.games, 100);
  EXPECT_GT(hunt.games_with_refusals, 15);
}

// The pawn became something, the queen takes it, and the king is alone: it is mated by the plan that has begun.
TEST(MatePlayer, KeepsToItsPlanWhenTheKingIsAlone) {
  EveryDefence defences(referee::kRand, position("q7/2pP4/8/8/8/1k6/8/2K5 w - - 0 1"), Side::black, 4);
  for (const char* promotion : {"d7d8q", "d7d8r", "d7d8b", "d7d8n"}) defences.play({move(promotion)});
}

// How a game ends that club plays against a king that runs about.
std::string ending(Game game, Side attacker) {
  const std::unique_ptr<Player> club = std::move(*make_player(*read_player("club:k=5"), 1));
  const std::unique_ptr<Player> king = make_random_player({.seed = 2}, {});
  while (!game.outcome() && game.plies() < 120) {
    const Side side = game.position().turn();
    Thinking thinking = Thinking::for_nodes(kFew);
    const referee::Ask asked = (side == attacker ? club : king)->choose(game.view(side), thinking);
    EXPECT_NE(game.ask(asked).heard.answer, referee::Answer::nonsense);
  }
  return game.outcome() ? game.outcome()->reason : "none in " + chess::fen(game.position());
}

TEST_P(MatePlayerRules, ClubMatesALoneKing) {
  for (const char* fen :
       {"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/3k4/8/8/8/8/KRR5 b - - 0 1",
        "8/8/3k4/8/8/8/8/KBB5 w - - 0 1", "8/8/8/8/k7/4K3/4P3/8 w - - 0 1", "8/8/8/8/1k6/4K3/4P3/R6Q b - - 0 1"}) {
    const Position start = position(fen);
    EXPECT_EQ(ending(Game(*GetParam(), start), Side::white), "checkmate") << fen;
    EXPECT_EQ(ending(Game(*GetParam(), mirrored(start)), Side::black), "checkmate") << fen;
  }
}

// The last man is taken, and the king is somewhere.
TEST_P(MatePlayerRules, ClubFindsAKingAndMatesIt) {
  for (const auto& [fen, white, black] : {std::tuple("8/8/3k4/8/7Q/2K5/7p/8 w - - 0 1", "h4h2", "h5h7"),
                                          std::tuple("8/8/3k3p/8/7R/2K5/8/8 w - - 0 1", "h4h6", "h5h3"),
                                          std::tuple("8/p7/3k4/8/R7/2K5/8/6R1 w - - 0 1", "a4a7", "a5a2"),
                                          std::tuple("8/p7/3k4/8/Q7/2K5/8/6R1 w - - 0 1", "a4a7", "a5a2"),
                                          std::tuple("8/p7/4k3/2B5/8/2K5/8/5B2 w - - 0 1", "c5a7", "c4a2")}) {
    for (const Side attacker : {Side::white, Side::black}) {
      Game game(*GetParam(), attacker == Side::white ? position(fen) : mirrored(position(fen)));
      ASSERT_NE(game.ask(move(attacker == Side::white ? white : black)).heard.capture, chess::kNoSquare) << fen;
      EXPECT_EQ(ending(game, attacker), "checkmate") << fen;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RuleSets, MatePlayerRules, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// A player of fixed opinions.
class Opinionated : public Player {
 public:
  explicit Opinionated(std::vector<Valued> valued) : valued_(std::move(valued)) {}

  referee::Ask choose(const referee::PlayerView&, Thinking&) override { return valued_.front().ask; }
  std::vector<Valued> valued() const override { return valued_; }

 private:
  std::vector<Valued> valued_;
};

// What a MatePlayer makes of such opinions.
std::string choice(const Game& game, Side side, const std::vector<Valued>& valued) {
  MatePlayer player(std::make_unique<Opinionated>(valued), 1);
  Thinking thinking = Thinking::for_nodes(kFew);
  return referee::text(player.choose(game.view(side), thinking));
}

TEST(MatePlayer, DoesNotStalemateByAccident) {
  const Position start = position("k7/8/8/5p1p/5P1P/8/8/K1Q5 w - - 0 1");
  const Move stalemates = move("c1c7");
  const Move keeps = move("c1c4");
  ASSERT_FALSE(chess::has_legal_move(start.after(stalemates)));
  for (const RuleSet* rules : referee::kRuleSets) {
    const Game game(*rules, start);
    EXPECT_EQ(choice(game, Side::white, {{stalemates, 900}, {keeps, 800}}), rules == &referee::kRand ? "c1c7" : "c1c4")
        << rules->name;
    if (rules == &referee::kRand) continue;
    EXPECT_EQ(choice(game, Side::white, {{stalemates, 900}, {keeps, 100}}), "c1c4") << "more than a draw";
    EXPECT_EQ(choice(game, Side::white, {{stalemates, 900}, {keeps, -100}}), "c1c7") << "a draw is more";
    EXPECT_EQ(choice(game, Side::white, {{keeps, 900}, {stalemates, 800}}), "c1c4") << "nothing is wrong with it";
  }
}

// White has gone to and fro: the third time is a draw where rules know repetition, and no try is worth that.
TEST(MatePlayer, DoesNotRepeatItselfWhenAhead) {
  const Move back = move("c3c4");
  const Move elsewhere = move("c3b3");
  for (const RuleSet* rules : referee::kRuleSets) {
    Game game(*rules, position("7k/7p/8/8/2Q5/8/8/K7 w - - 0 1"));
    for (const char* played : {"c4c3", "h8g8", "c3c4", "g8h8", "c4c3", "h8g8"})
      ASSERT_EQ(game.ask(move(played)).heard.answer, referee::Answer::ok) << rules->name << " " << played;
    const std::vector<Valued> valued = {{back, 900}, {elsewhere, 600}};
    EXPECT_EQ(choice(game, Side::white, valued), rules->chess_draws ? "c3b3" : "c3c4") << rules->name;
    EXPECT_EQ(choice(game, Side::white, {{back, 200}, {elsewhere, 150}}), "c3c4") << "nothing is won yet";
  }
}

// Samplers ask before a pawn capture that may be refused: a win does not change that.
TEST(MatePlayer, LeavesAQuestionAlone) {
  class Asker : public Opinionated {
   public:
    using Opinionated::Opinionated;
    referee::Ask choose(const referee::PlayerView&, Thinking&) override { return referee::AnyAsked{}; }
  };
  MatePlayer player(std::make_unique<Asker>(std::vector<Valued>{{move("e2e4"), 900}}), 1);
  Thinking thinking = Thinking::for_nodes(kFew);
  EXPECT_EQ(referee::text(player.choose(Game(referee::kEnglish).view(Side::white), thinking)), "any");
}

TEST(MatePlayer, DoesNotOpenAlwaysAlike) {
  const std::vector<Valued> valued = {{move("e2e4"), 30}, {move("d2d4"), 20}, {move("a2a3"), 0}};
  std::set<std::string> first;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    MatePlayer player(std::make_unique<Opinionated>(valued), seed);
    Thinking thinking = Thinking::for_nodes(kFew);
    first.insert(referee::text(player.choose(Game(referee::kBerkeley).view(Side::white), thinking)));
  }
  EXPECT_EQ(first, (std::set<std::string>{"e2e4", "d2d4"}));
}

// Black has moved, perhaps the knight to g6, from where it attacks f4, or to f7, or the king.
TEST(MatePlayer, DoesNotHangItsQueen) {
  const Move hangs_once = move("b4f4");
  const Move hangs_often = move("b4d6");
  const Move keeps = move("b4c4");
  for (const RuleSet* rules : referee::kRuleSets) {
    for (const char* first : {"h8g6", "h8f7", "e8f7"}) {
      Game game(*rules, position("4k2n/8/p7/P7/1Q6/8/8/K7 b - - 0 1"));
      ASSERT_EQ(game.ask(move(first)).heard.answer, referee::Answer::ok);
      EXPECT_EQ(choice(game, Side::white, {{hangs_once, 900}, {keeps, 800}}), "b4c4") << rules->name;
      EXPECT_EQ(choice(game, Side::white, {{keeps, 900}, {hangs_once, 800}}), "b4c4");
      EXPECT_EQ(choice(game, Side::white, {{hangs_often, 900}, {hangs_once, 800}}), "b4f4") << "the smaller risk";
      EXPECT_EQ(choice(game, Side::white, {{hangs_once, 250}, {keeps, 200}}), "b4f4") << "nothing is won yet";
    }
  }
}

}  // namespace
}  // namespace blindmate::players
