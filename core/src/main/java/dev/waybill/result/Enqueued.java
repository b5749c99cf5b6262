package dev.waybill.result;

import dev.waybill.JobId;
import dev.waybill.State;
import java.time.Instant;

/// The job is durable.
///
/// @param duplicate the same request id came before: this is that job, nothing was added
public record Enqueued(JobId id, State state, Instant createdAt, boolean duplicate)
    implements EnqueueResult {}
