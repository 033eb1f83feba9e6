// The record: all that a player to move can know, as the sets of squares and the numbers of docs/environment.md. What
// the environment hands to those who learn, and what a net sees when it plays.
#pragma once

#include "blindmate.h"
#include "blindmate/policy/knowledge.hpp"

namespace blindmate::policy {

using Record = bm_record;

// Its place in the table, by which records and the C interface name it.
int rule_set_number(const referee::RuleSet& rules);

// Of a view whose player is to move, and what he knows by then.
void write_record(const referee::PlayerView& view, const Knowledge& knowledge, Record& record);

// The same from the view alone.
Record record_of(const referee::PlayerView& view);

}  // namespace blindmate::policy
