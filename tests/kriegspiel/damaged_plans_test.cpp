// The checker rejects what is not a guaranteed mate: plans damaged in every way, by both referees.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.hpp"

namespace blindmate::kriegspiel {
namespace {

namespace json = boost::json;

// Every plan below (and in) a plan, with the part of the tree that it is in.
void collect(json::value& plan, std::vector<json::object*>& plans) {
  json::object& object = plan.as_object();
  plans.push_back(&object);
  for (const char* next : {"refused", "yes", "no"}) {
    if (json::value* value = object.if_contains(next); value != nullptr && value->is_object()) collect(*value, plans);
  }
  if (json::value* played = object.if_contains("played")) {
    for (json::value& branch : played->as_array()) {
      json::value* replies = branch.as_object().if_contains("replies");
      if (replies == nullptr) continue;
      for (json::value& reply : replies->as_array()) collect(reply.at("plan"), plans);
    }
  }
}

std::vector<json::object*> plans_in(json::value& plan) {
  std::vector<json::object*> result;
  collect(plan, result);
  return result;
}

struct Solved {
  referee::Problem problem;
  json::value plan;
};

// All known mates of up to 5 ply whose plans are not too large to damage everywhere.
std::vector<Solved> solved_problems() {
  std::vector<Solved> result;
  for (const std::string file : {"problems.jsonl", "edge_problems.jsonl"}) {
    for (const auto& [problem, line] : known_problems(file)) {
      if (!*problem.expect_mate || *problem.ply > 5) continue;
      const Solution solution = solve(problem, *problem.ply, {.plan = true});
      json::value plan = to_json(*solution.plan);
      if (plans_in(plan).size() <= 60) result.push_back({problem, std::move(plan)});
    }
  }
  EXPECT_GT(result.size(), 80U);
  return result;
}

// Damages each of a plan's parts in turn; damage() returns false where there is nothing to damage.
template <class Damage>
int damage_everywhere(const Damage& damage) {
  int damaged = 0;
  for (const Solved& solved : solved_problems()) {
    json::value whole = solved.plan;
    EXPECT_EQ(fault(solved.problem, *solved.problem.ply, whole), "") << solved.problem.id;
    const std::size_t parts = plans_in(whole).size();
    for (std::size_t i = 0; i < parts; ++i) {
      json::value plan = solved.plan;
      json::object& part = *plans_in(plan)[i];
      if (!damage(part)) continue;
      ++damaged;
      EXPECT_NE(fault(solved.problem, *solved.problem.ply, plan), "")
          << solved.problem.id << " " << json::serialize(plan);
    }
  }
  return damaged;
}

json::array* list(json::object& object, std::string_view field) {
  json::value* value = object.if_contains(field);
  return value == nullptr ? nullptr : value->if_array();
}

TEST(DamagedPlans, AMissingAnnouncementIsFound) {
  EXPECT_GT(damage_everywhere([](json::object& part) {
              json::array* played = list(part, "played");
              if (played == nullptr || played->empty()) return false;
              played->pop_back();
              return true;
            }),
            300);
}

TEST(DamagedPlans, AMissingReplyIsFound) {
  EXPECT_GT(damage_everywhere([](json::object& part) {
              json::array* played = list(part, "played");
              if (played == nullptr) return false;
              for (json::value& branch : *played) {
                json::array* replies = list(branch.as_object(), "replies");
                if (replies == nullptr) continue;
                replies->erase(replies->begin());
                return true;
              }
              return false;
            }),
            50);
}

TEST(DamagedPlans, AMissingPlanForARefusalIsFound) {
  EXPECT_GT(damage_everywhere([](json::object& part) {
              json::value* refused = part.if_contains("refused");
              if (refused == nullptr || refused->is_null()) return false;
              *refused = nullptr;
              return true;
            }),
            50);
}

TEST(DamagedPlans, AMissingPlanForAnAnswerIsFound) {
  for (const char* answer : {"yes", "no"}) {
    EXPECT_GT(damage_everywhere([answer](json::object& part) {
                json::value* plan = part.if_contains(answer);
                if (plan == nullptr || plan->is_null()) return false;
                *plan = nullptr;
                return true;
              }),
              1);
  }
}

// The king goes to its own square: never possible.
TEST(DamagedPlans, AnImpossibleTryIsFound) {
  EXPECT_GT(damage_everywhere([](json::object& part) {
              if (!part.contains("try")) return false;
              part["try"] = "a1a1";
              return true;
            }),
            300);
}

TEST(DamagedPlans, AnAnnouncementThatCannotComeDoesNotReplaceOneThatCan) {
  EXPECT_GT(damage_everywhere([](json::object& part) {
              json::array* played = list(part, "played");
              if (played == nullptr || played->empty()) return false;
              played->front().at("announced").as_object()["promotion"] = true;
              played->front().at("announced").as_object()["en_passant"] = true;
              return true;
            }),
            300);
}

TEST(DamagedPlans, AMateThatIsNoneIsFound) {
  EXPECT_GT(damage_everywhere([](json::object& part) {
              json::array* played = list(part, "played");
              if (played == nullptr) return false;
              for (json::value& branch : *played) {
                if (!branch.as_object().contains("replies")) continue;
                branch = json::object{{"announced", branch.at("announced")}, {"mate", true}};
                return true;
              }
              return false;
            }),
            50);
}

TEST(DamagedPlans, AMaterialWinIsNotAMate) {
  EXPECT_GT(damage_everywhere([](json::object& part) {
              json::array* played = list(part, "played");
              if (played == nullptr || played->empty()) return false;
              played->front() = json::object{{"announced", played->front().at("announced")}, {"won", "material"}};
              return true;
            }),
            300);
}

TEST(DamagedPlans, TwoBranchesForOneAnnouncementAreFound) {
  EXPECT_GT(damage_everywhere([](json::object& part) {
              json::array* played = list(part, "played");
              if (played == nullptr || played->empty()) return false;
              const json::value twice = played->front();
              played->push_back(twice);
              return true;
            }),
            300);
}

// Another try of the same plan's men in place of each: nearly all must fail, and those that do not must be keys.
TEST(DamagedPlans, AnotherTryIsAcceptedOnlyIfItMates) {
  int accepted = 0;
  int rejected = 0;
  for (const Solved& solved : solved_problems()) {
    const auto keys = *solve(solved.problem, *solved.problem.ply, {.all_keys = true}).keys;
    const referee::OwnBoard own(solved.problem.states.front(), solved.problem.attacker());
    for (const chess::Move tried : own.tries()) {
      json::value plan = solved.plan;
      if (!plan.as_object().contains("try") || plan.at("try").as_string() == chess::text(tried)) continue;
      plan.as_object()["try"] = chess::text(tried);
      const bool good = fault(solved.problem, *solved.problem.ply, plan).empty();
      ++(good ? accepted : rejected);
      if (good) {
        EXPECT_NE(std::find(keys.begin(), keys.end(), chess::text(tried)), keys.end()) << solved.problem.id;
      }
    }
  }
  EXPECT_GT(rejected, 20 * accepted);
}

TEST(DamagedPlans, APlanTooLongForItsPlyIsFound) {
  int damaged = 0;
  for (const Solved& solved : solved_problems()) {
    const Solution shortest = solve(solved.problem, *solved.problem.ply, {.deepen = true, .plan = true});
    const json::value plan = to_json(*shortest.plan);
    EXPECT_EQ(fault(solved.problem, *shortest.length, plan), "");
    for (int ply = 1; ply < *shortest.length; ++ply, ++damaged) {
      EXPECT_NE(fault(solved.problem, ply, plan), "") << solved.problem.id << " " << ply;
    }
  }
  EXPECT_GT(damaged, 50);
}

TEST(DamagedPlans, AQuestionThatCannotBeAskedIsFound) {
  for (const Solved& solved : solved_problems()) {
    const json::value plan = json::object{{"ask", "any"}, {"yes", solved.plan}, {"no", solved.plan}};
    const bool may_ask = solved.problem.rules->any != referee::AnyQuestion::none && !solved.problem.any_answer &&
                         solved.plan.as_object().contains("try");
    if (may_ask) continue;
    EXPECT_NE(fault(solved.problem, *solved.problem.ply, plan), "") << solved.problem.id;
  }
}

TEST(PlanReader, NamesThePlaceOfAMistake) {
  const auto reason = [](std::string_view text) {
    const Expected<checker::PlanPointer> plan = checker::read_plan(json::parse(text));
    return plan ? "" : plan.error().reason;
  };
  EXPECT_EQ(reason("7"), "not an object");
  EXPECT_EQ(reason(R"({"refused":null})"), "try: is missing");
  EXPECT_EQ(reason(R"({"try":"a9a1"})"), "try: not a move in coordinates");
  EXPECT_EQ(reason(R"({"try":"a1a2","played":[{}]})"), "played[0]: needs announced, and one of mate, won and replies");
  EXPECT_EQ(reason(R"({"try":"a1a2","played":[{"announced":{"check":["up"]},"mate":true}]})").substr(0, 20),
            "played[0].announced:");
  EXPECT_EQ(reason(R"({"try":"a1a2","refused":{"try":"a1a2","played":7}})"), "refused.played: not a list");
  EXPECT_EQ(reason(R"({"try":"a1a2","color":"red"})"), "color: not a known field");
  EXPECT_EQ(reason(R"({"ask":"who"})"), "ask: not any");
}

}  // namespace
}  // namespace blindmate::kriegspiel
