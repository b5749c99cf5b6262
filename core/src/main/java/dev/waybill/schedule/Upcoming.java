package dev.waybill.schedule;

import java.time.Instant;

/// A firing to come.
///
/// @param slot the time the schedule says
/// @param at the time it fires, which is later by the jitter of this slot
public record Upcoming(Instant slot, Instant at) {}
