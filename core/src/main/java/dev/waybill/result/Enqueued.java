package dev.waybill.result;

import dev.waybill.JobId;
import dev.waybill.State;
import java.time.Instant;

/// The job is durable.
///
/// @param duplicate whether the request ID was used before: then this is the earlier job, and
///     nothing was added
public record Enqueued(JobId id, State state, Instant createdAt, boolean duplicate)
    implements EnqueueResult {}
