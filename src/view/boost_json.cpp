// Boost.JSON, compiled here: Debian's static library is not position-independent, so libblindmate.so could not hold it.
#include <boost/json/src.hpp>
