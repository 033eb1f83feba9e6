// Owned: a unique pointer to an object in a search's own memory, so that limits and peaks count it.
#pragma once

#include <memory>
#include <memory_resource>
#include <utility>

namespace blindmate::search {

template <class T>
struct Delete {
  std::pmr::memory_resource* memory = nullptr;

  void operator()(T* object) const {
    std::destroy_at(object);
    memory->deallocate(object, sizeof(T), alignof(T));
  }
};

template <class T>
using Owned = std::unique_ptr<T, Delete<T>>;

template <class T, class... Arguments>
Owned<T> make_owned(std::pmr::memory_resource* memory, Arguments&&... arguments) {
  void* const room = memory->allocate(sizeof(T), alignof(T));
  try {
    return Owned<T>(new (room) T(std::forward<Arguments>(arguments)...), Delete<T>{memory});
  } catch (...) {
    memory->deallocate(room, sizeof(T), alignof(T));
    throw;
  }
}

}  // namespace blindmate::search
