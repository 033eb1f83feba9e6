#include "blindmate/study_service/reviews.hpp"
#include "blindmate/view/json_text.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/json.hpp>

#include "blindmate/study/review.hpp"
#include "blindmate/study_service/failures.hpp"
#include "blindmate/study_service/payloads.hpp"

namespace blindmate::study_service {

namespace asio = boost::asio;
namespace json = boost::json;

using chess::Side;

namespace {

constexpr std::size_t kLargestPlan = 100'000;  // bytes of JSON that are shown

json::value mate_payload(const std::optional<study::Mate>& mate) {
  if (!mate) return nullptr;
  json::value plan = kriegspiel::to_json(mate->plan);
  if (referee::json_text(plan).size() > kLargestPlan) plan = nullptr;
  return {{"length", mate->length}, {"plan", std::move(plan)}};
}

json::object moment_payload(const study::Moment& moment, Side side) {
  return {{"ply", moment.ply},
          {"asked", moment.asked},
          {"states", moment.states},
          {"exact", moment.is_exact},
          {"men", men_payload(moment.men, other(side))},
          {"verdict", json::string(kriegspiel::name(moment.verdict))},
          {"mate", mate_payload(moment.mate)}};
}

using Messages = std::shared_ptr<const std::vector<std::string>>;

messages::Connection::Next from_the_first(Messages list) {
  return [list = std::move(list), next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == list->size()) return std::nullopt;
    return (*list)[next++];
  };
}

}  // namespace

// One game's. Both sides advance in turns.
class Reviews::Review {
 public:
  Review(std::shared_ptr<const games::Table> ended, std::string client)
      : table_(std::move(ended)),
        client_(std::move(client)),
        reviewers_{study::Reviewer(table_->game(), Side::white), study::Reviewer(table_->game(), Side::black)} {}

  const std::string& game() const { return table_->record().id; }
  const std::string& client() const { return client_; }
  const std::stop_source& stop_source() const { return stop_; }

  bool is_complete() const { return has_ended_[0] && has_ended_[1]; }

  // In a job: one more moment, or what is said when there is none.
  void advance() {
    study::Reviewer& reviewer = reviewers_[chess::index(next_)];
    fresh_ = json::object();
    std::optional<study::Moment> moment = has_ended_[chess::index(next_)] ? std::nullopt : reviewer.next();
    if (moment) {
      fresh_ = {{"type", "moment"},
                {"side", json::string(chess::name(next_))},
                {"of", reviewer.size()},
                {"moment", moment_payload(*moment, next_)}};
      moments_[chess::index(next_)].push_back(std::move(*moment));
    } else if (!has_ended_[chess::index(next_)] && !stop_.stop_requested()) {
      const std::vector<std::size_t> missed = study::missed_mates(moments_[chess::index(next_)], table_->game());
      fresh_ = {{"type", "reviewed"}, {"side", json::string(chess::name(next_))}, {"missed", json::value_from(missed)}};
      has_ended_[chess::index(next_)] = true;
    }
    next_ = other(next_);
  }

  // On the network's thread.
  void tell() {
    if (fresh_.empty()) return;
    told_->push_back(referee::json_text(fresh_));
    for (const messages::ConnectionPointer& connection : connections_) connection->list_has_grown();
  }
  void add(const messages::ConnectionPointer& connection) {
    connections_.push_back(connection);
    connection->follow(from_the_first(told_));
  }
  // Whether somebody is left.
  bool remove(const messages::ConnectionPointer& connection) {
    std::erase(connections_, connection);
    return !connections_.empty();
  }
  bool has(const messages::ConnectionPointer& connection) const {
    return std::find(connections_.begin(), connections_.end(), connection) != connections_.end();
  }
  const std::vector<std::string>& told() const { return *told_; }

 private:
  std::shared_ptr<const games::Table> table_;
  std::string client_;  // who was the first to look at it
  std::array<study::Reviewer, 2> reviewers_;
  std::array<std::vector<study::Moment>, 2> moments_;
  std::array<bool, 2> has_ended_{};
  Side next_ = Side::white;
  json::object fresh_;
  std::shared_ptr<std::vector<std::string>> told_ = std::make_shared<std::vector<std::string>>();
  std::vector<messages::ConnectionPointer> connections_;
  std::stop_source stop_;
};

// Somebody who looks at one.
class Reviews::Reader : public messages::Participant {
 public:
  Reader(Reviews& reviews, std::shared_ptr<const games::Table> ended, std::string client)
      : reviews_(reviews), ended_(std::move(ended)), client_(std::move(client)) {}

  void connected(messages::ConnectionPointer connection) override {
    connection_ = std::move(connection);
    reviews_.connect(connection_, ended_, client_);
  }
  void disconnected() override { reviews_.disconnect(connection_); }

 private:
  Reviews& reviews_;
  std::shared_ptr<const games::Table> ended_;
  std::string client_;
  messages::ConnectionPointer connection_;
};

messages::ParticipantPointer Reviews::participant(std::shared_ptr<const games::Table> ended, std::string client) {
  return std::make_shared<Reader>(*this, std::move(ended), std::move(client));
}

void Reviews::connect(const messages::ConnectionPointer& connection, const std::shared_ptr<const games::Table>& ended,
                      const std::string& client) {
  connections_.insert(connection);
  asio::co_spawn(network_, tell(connection, ended, client), [connection](const std::exception_ptr& failed) {
    if (failed) connection->close();  // of the store, which is logged: it may come again
  });
}

asio::awaitable<void> Reviews::tell(messages::ConnectionPointer connection, std::shared_ptr<const games::Table> ended,
                                    std::string client) {
  const std::string id = ended->record().id;
  const auto query = [id](store::Reader& store) { return store.review(id); };
  std::vector<std::string> stored = co_await storage_.read(query);
  const bool has_left = !connections_.contains(connection);
  if (has_left) co_return;
  if (!stored.empty())
    co_return connection->follow(from_the_first(std::make_shared<const std::vector<std::string>>(std::move(stored))));
  std::shared_ptr<Review>& review = under_way_[id];
  const bool is_new = !review;
  if (is_new) review = std::make_shared<Review>(std::move(ended), std::move(client));
  review->add(connection);
  if (is_new) begin(review);
}

void Reviews::disconnect(const messages::ConnectionPointer& connection) {
  connections_.erase(connection);
  for (auto entry = under_way_.begin(); entry != under_way_.end(); ++entry) {
    if (!entry->second->has(connection)) continue;
    if (entry->second->remove(connection)) return;
    jobs_.stop(entry->second->stop_source());
    under_way_.erase(entry);
    return;
  }
}

void Reviews::begin(const std::shared_ptr<Review>& review) {
  asio::co_spawn(network_, complete(review), [this, review](const std::exception_ptr& failed) {
    if (failed) log_failure(failed);
    // In the place of one that was stopped there may be another by now.
    if (!review->stop_source().stop_requested()) under_way_.erase(review->game());
  });
}

asio::awaitable<void> Reviews::complete(std::shared_ptr<Review> review) {
  const auto advance = [review] {
    review->advance();
    return true;
  };
  while (!review->is_complete()) {
    co_await jobs_.run(runtime::Jobs::Kind::review, review->client(), advance, review->stop_source());
    if (review->stop_source().stop_requested()) co_return;
    review->tell();
  }
  storage_.write({store::NewReview{review->game(), review->told()}}, {});
}

}  // namespace blindmate::study_service
