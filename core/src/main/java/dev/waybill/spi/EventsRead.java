package dev.waybill.spi;

import dev.waybill.JobEvent;
import java.util.List;

/// The result of an [EventQuery].
///
/// @param finished true if there are no events and none will follow, because the job has finished
///     or does not exist
public record EventsRead(List<JobEvent> events, boolean finished) {}
