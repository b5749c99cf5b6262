package dev.waybill.events.consume;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.ConsumedEvent.PastError;
import dev.waybill.events.envelope.Envelope;
import java.util.List;
import java.util.Objects;

/// Adds the failures of earlier attempts to an event of the bus. The stored payload is not changed;
/// the failures come from the history of the job.
record PastErrors(Waybill waybill) {

  Envelope toldTo(Envelope event, Job job) {
    boolean counts = event.kind() == Envelope.Kind.FREE_FOOD_EVENT;
    if (!counts || (job.progress().errors() == 0 && job.progress().generation() == 0)) {
      return event;
    }
    List<PastError> errors =
        waybill.attempts(job.id()).stream().filter(PastErrors::failed).map(PastErrors::of).toList();
    try {
      return event.afterErrors(errors);
    } catch (WaybillException _) {
      return event; // a version in which these fields have another meaning
    }
  }

  /// A crashed attempt reported nothing about the event.
  private static boolean failed(Attempt attempt) {
    return attempt.ending() != null
        && switch (attempt.ending()) {
          case ERROR, FAILED -> true;
          case COMPLETED, SNOOZED, RELEASED, CANCELLED, CRASHED -> false;
        };
  }

  private static PastError of(Attempt attempt) {
    Failure failure = attempt.failure();
    return new PastError(
        failure == null ? "failed" : words(failure),
        Objects.requireNonNullElse(attempt.endedAt(), attempt.startedAt()));
  }

  /// An exception without a message is shown by its class name.
  private static String words(Failure failure) {
    String message = failure.message();
    return message.isBlank() || message.equals("null") ? failure.errorClass() : message;
  }
}
