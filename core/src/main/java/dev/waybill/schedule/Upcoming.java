package dev.waybill.schedule;

import java.time.Instant;

/// A future firing.
///
/// @param slot the planned time
/// @param at the time it fires, which is the slot plus its jitter
public record Upcoming(Instant slot, Instant at) {}
