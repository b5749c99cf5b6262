package dev.waybill.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A schedule as it is kept.
///
/// @param version 1 for the first definition, one more with each change
/// @param next when it fires next; null where it does not, such as while it is paused
public record DefinedSchedule(
    Schedule schedule, int version, Instant createdAt, Instant changedAt, @Nullable Instant next) {}
