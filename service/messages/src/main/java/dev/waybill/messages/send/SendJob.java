package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.settings.Settings;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

/// The job that sends a message. It has identifiers only.
record SendJob(String messageId, int attempt) {

  static final String QUEUE = "msg.commands";
  static final String TYPE = "message.send";
  private static final String REQUEST_IDS = "message/";

  private static final Fields<SendJob> FIELDS = Fields.of("SendJob", "Sends a message.");
  private static final Slot.Of<String> ID =
      FIELDS.text("message_id", SendJob::messageId, "The message.");
  private static final Slot.Count ATTEMPT =
      FIELDS.count("attempt_no", SendJob::attempt, "The attempt that the job starts with.");
  private static final Document<SendJob> DOCUMENT =
      FIELDS.make(in -> new SendJob(in.get(ID), in.get(ATTEMPT)));

  static SendJob read(Payload payload) {
    return DOCUMENT.readAnswer(payload.bytesWithoutCopy());
  }

  /// How often a message is tried. By default, a provider that is down for a few hours costs no
  /// message.
  static RetryPolicy retry(Settings settings) {
    String most = settings.ofServices().getOrDefault(MessagesProvider.MAX_ATTEMPTS, "10");
    try {
      return RetryPolicy.DEFAULT.withMaxErrors(Integer.parseInt(most));
    } catch (NumberFormatException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          MessagesProvider.MAX_ATTEMPTS + " must be a number; it is " + Text.quote(most),
          malformed);
    }
  }

  static String requestId(String messageId, int attempt) {
    return REQUEST_IDS + messageId + '/' + attempt;
  }

  /// True if the service has made this job: callers cannot use such a request ID.
  static boolean isOwn(Job job) {
    String requestId = job.request().requestId();
    return requestId != null && requestId.startsWith(REQUEST_IDS);
  }

  /// What becomes of a job that somebody else has made.
  static Outcome foreign() {
    return new Outcome.Reject(
        Failure.of("foreign_job", "only the message service makes jobs of this type"));
  }

  /// @param message for the time, the correlation ID and the trace context
  NewJob job(NewMessage message, RetryPolicy retry) {
    return NewJob.builder(TYPE)
        .queue(QUEUE)
        .payload(Payload.wrap(DOCUMENT.bytes(this)))
        .requestId(requestId(messageId, attempt))
        .correlationId(message.correlationId())
        .traceContext(message.traceContext())
        .runAt(message.sendAt())
        .retry(retry)
        .build();
  }
}
