// Work that has failed, for the log.
#pragma once

#include <spdlog/spdlog.h>

#include <exception>

#include "blindmate/runtime/jobs.hpp"

namespace blindmate::study_service {

inline void log_failure(const std::exception_ptr& failed) {
  try {
    std::rethrow_exception(failed);
  } catch (const runtime::Stopped&) {  // as it was meant to be
  } catch (const std::exception& error) {
    spdlog::error("event=study_failed reason={:?}", error.what());
  }
}

}  // namespace blindmate::study_service
