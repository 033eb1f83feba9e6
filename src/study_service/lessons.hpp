// Lessons: small positions on the page of rules in which a stranger tries what he likes, and the referee answers. They
// have no memory: what was asked so far comes with each question.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

#include "blindmate/base/expected.hpp"

namespace blindmate::study_service {

boost::json::object lessons_payload();

// NOW and the log after these questions; the error says what is wrong with the number or with them.
Expected<boost::json::object> lesson_payload(std::string_view number, std::string_view asked);

}  // namespace blindmate::study_service
