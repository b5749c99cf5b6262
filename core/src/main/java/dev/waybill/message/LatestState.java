package dev.waybill.message;

import java.time.Instant;

/// The latest state of one of the two state machines of a message.
///
/// @param state the name of the state in lower case
/// @param rank events with a lower rank do not change the state within an attempt
/// @param version how often the state has changed
/// @param at when the event happened that led to it
public record LatestState(String state, int rank, long version, Instant at) {}
