package dev.waybill.spi;

import dev.waybill.EventCursor;
import java.time.Duration;

/// Events of one job after a place.
///
/// @param patience how long to wait while there are none and the job can still publish
public record EventQuery(JobKey job, EventCursor after, int max, Duration patience) {}
