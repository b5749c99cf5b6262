package dev.waybill.spi;

import dev.waybill.JobFilter;
import org.jspecify.annotations.Nullable;

/// A page of jobs, newest first.
///
/// @param before the position of the last job read, as returned by the store, or null to start at
///     the newest
public record JobQuery(String tenant, JobFilter filter, int limit, @Nullable String before) {}
