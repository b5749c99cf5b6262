package dev.waybill.server.grpc;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
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
    if (request.getFromSequence() < 0 || request.getFromAttempt() < 0) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "from_attempt and from_sequence must be 0 or more");
    }
    int attempt = request.getFromAttempt() == 0 ? 1 : request.getFromAttempt();
    return new EventSelection(
        JobId.parse(request.getJobId()),
        new EventCursor(attempt, request.getFromSequence() - 1),
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
