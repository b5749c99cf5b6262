package dev.waybill.server.grpc;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.proto.v1.StreamEventsRequest;
import java.time.Instant;
import java.util.Set;

/// Which events of which job a reader wants.
///
/// @param after the place to begin after
/// @param from the time of the earliest
/// @param types none means all
record EventSelection(JobId job, EventCursor after, Instant from, Set<String> types) {

  static EventSelection of(StreamEventsRequest request) {
    return new EventSelection(
        JobId.parse(request.getJobId()),
        EventCursor.from(request.getFromAttempt(), request.getFromSequence()),
        request.hasFromTimestamp() ? FromProto.time(request.getFromTimestamp()) : Instant.MIN,
        Set.copyOf(request.getEventTypesList()));
  }

  boolean wants(JobEvent event) {
    return !event.at().isBefore(from) && (types.isEmpty() || types.contains(event.type()));
  }

  EventSelection from(EventCursor place) {
    return new EventSelection(job, place, from, types);
  }
}
