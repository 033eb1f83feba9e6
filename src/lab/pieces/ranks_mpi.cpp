// Built where MPI is found. A worker sends what it has done, at first nothing, and is answered with the number of the
// next piece, or with an empty message when there is none.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "blindmate/base/check.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/pieces/ranks.hpp"

namespace blindmate::lab {
namespace {

constexpr int kFirst = 0;

int g_rank = kFirst;
int g_size = 1;
int g_round = 0;  // how often work was handed out; the tag of its messages, so that none is taken for another round's

// MPI takes long to start, so only where somebody has started several of us.
bool is_started_by_mpi() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(variable) != nullptr) return true;
  }
  return false;
}

// A result travels behind the number of its piece.
struct Message {
  std::vector<char> bytes;

  bool empty() const { return bytes.empty(); }
  std::size_t piece() const {
    std::uint64_t number = 0;
    std::copy_n(bytes.begin(), sizeof number, reinterpret_cast<char*>(&number));
    return number;
  }
  std::string text() const { return {bytes.begin() + sizeof(std::uint64_t), bytes.end()}; }

  static Message of(std::uint64_t piece, const std::string& text = "") {
    const char* number = reinterpret_cast<const char*>(&piece);
    Message message{{number, number + sizeof piece}};
    message.bytes.insert(message.bytes.end(), text.begin(), text.end());
    return message;
  }
};

void send(int rank, const Message& message) {
  MPI_Send(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_CHAR, rank, g_round, MPI_COMM_WORLD);
}

// Waits without using the processor, which a blocking receive of Open MPI would.
Message receive(int from, int& sender) {
  MPI_Status status;
  for (int there = 0; there == 0;) {
    MPI_Iprobe(from, g_round, MPI_COMM_WORLD, &there, &status);
    if (there == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  sender = status.MPI_SOURCE;
  Message message{std::vector<char>(static_cast<std::size_t>(size))};
  MPI_Recv(message.bytes.data(), size, MPI_CHAR, sender, g_round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

}  // namespace

Ranks::Ranks(int& argc, char**& argv) {
  if (!is_started_by_mpi()) return;
  BLINDMATE_CHECK(MPI_Init(&argc, &argv) == MPI_SUCCESS, "MPI cannot be started");
  MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &g_size);
  if (!is_first()) BLINDMATE_CHECK(std::freopen("/dev/null", "w", stdout) != nullptr, "cannot be silent");
}

int Ranks::finish(int code) {
  if (are_several() && code != 0) {
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, code);
  }
  return code;
}

void Ranks::let_first_speak() {
  constexpr std::chrono::milliseconds kMoment{500};
  if (!is_first()) std::this_thread::sleep_for(kMoment);
}

Ranks::~Ranks() {
  int started = 0;
  MPI_Initialized(&started);
  if (started != 0) MPI_Finalize();
}

bool Ranks::are_several() { return g_size > 1; }
bool Ranks::is_first() { return g_rank == kFirst; }

void Ranks::hand_out(const std::function<std::optional<std::size_t>()>& next_piece,
                     const std::function<void(std::size_t, const std::string&)>& take) {
  ++g_round;
  for (int working = g_size - 1; working > 0;) {
    int worker = 0;
    const Message done = receive(MPI_ANY_SOURCE, worker);
    if (!done.empty()) take(done.piece(), done.text());
    const std::optional<std::size_t> piece = next_piece();
    send(worker, piece ? Message::of(*piece) : Message{});
    if (!piece) --working;
  }
}

void Ranks::take_part(const std::function<std::string(std::size_t)>& work) {
  ++g_round;
  for (Message done;;) {
    send(kFirst, done);
    int sender = 0;
    const Message next = receive(kFirst, sender);
    if (next.empty()) return;
    done = Message::of(next.piece(), work(next.piece()));
    if (interrupted()) return;  // it may have been cut short; the first rank ends with us
  }
}

}  // namespace blindmate::lab
