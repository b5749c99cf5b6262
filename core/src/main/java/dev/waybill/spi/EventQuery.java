package dev.waybill.spi;

import dev.waybill.EventCursor;
import java.time.Duration;

/// A query for the events of one job after a position.
///
/// @param patience how long to wait while there are none and the job has not finished
public record EventQuery(JobKey job, EventCursor after, int max, Duration patience) {}
