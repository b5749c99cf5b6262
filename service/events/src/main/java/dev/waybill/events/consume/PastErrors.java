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

/// Tells an event of the bus how often and why its processing failed. What is stored stays as it
/// was sent; the history of the job knows the rest.
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
      return event; // of a version in which these fields are something else
    }
  }

  /// A worker that vanished said nothing about the event.
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

  /// What was thrown without a message has its name.
  private static String words(Failure failure) {
    String message = failure.message();
    return message.isBlank() || message.equals("null") ? failure.errorClass() : message;
  }
}
