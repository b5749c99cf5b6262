package dev.waybill.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A schedule as it is stored.
///
/// @param version 1 for the first definition, incremented by each change
/// @param next when it fires next; null if it does not, such as while it is paused
public record DefinedSchedule(
    Schedule schedule, int version, Instant createdAt, Instant changedAt, @Nullable Instant next) {}
