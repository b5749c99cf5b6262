package dev.waybill.messages;

import dev.waybill.Failure;
import dev.waybill.JobId;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.messages.notify.NotSent;
import dev.waybill.messages.notify.Notification;
import dev.waybill.messages.notify.Notifier;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import dev.waybill.worker.WorkerBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Processes `message_created` events, one job each: sets the status to `processing`, loads the
/// record, sends the notification, and sets the status to `completed`.
///
/// An error is stored in the record with status `failed`, and the job is retried by its policy. A
/// permanent error rejects the job: it is a dead letter after one receive. A completed message is
/// skipped. Jobs do not affect each other.
public final class MessageProcessor implements Handler {

  /// How many messages are processed at once.
  public static final int BATCH = 10;

  /// How long to wait while another job sends the notification of the same message.
  private static final Duration CLAIM_RETRY = Duration.ofSeconds(2);

  private static final int VERSION_LENGTH = 80;

  private final Waybill waybill;
  private final MessageRecords records;
  private final Notifier notifier;
  private final MessageTemplate template;

  /// @param waybill the engine, as the tenant that owns the records
  public MessageProcessor(
      Waybill waybill, MessageRecords records, Notifier notifier, MessageTemplate template) {
    this.waybill = waybill;
    this.records = records;
    this.notifier = notifier;
    this.template = template;
  }

  /// Configures a worker for a queue that is subscribed to messages; the caller starts it.
  public WorkerBuilder worker(String queue) {
    return Worker.builder(waybill)
        .queue(queue)
        .name("message-processor")
        .concurrency(BATCH)
        .handle(BuiltInSchemas.MESSAGE_CREATED, this);
  }

  @Override
  public Outcome handle(Task task) throws InterruptedException {
    Payload payload = Payload.wrap(task.payload().bytesWithoutCopy());
    ReceivedMessage received;
    try {
      received = ReceivedMessage.read(payload);
    } catch (WaybillException unreadable) {
      return rejected("unreadable_event", String.valueOf(unreadable.getMessage()));
    }
    if (!received.isSupported()) {
      return unsupported(received);
    }
    return switch (records.begin(received.messageId())) {
      case MessageRecords.Begun.Absent _ -> absent(received.messageId());
      case MessageRecords.Begun.AlreadyCompleted _ -> skipped();
      case MessageRecords.Begun.Attempt(int number) ->
          attempt(new Run(received, number, task.job().id()));
    };
  }

  /// Rejects the job whether there is a record or not; an existing record stores the error.
  private Outcome unsupported(ReceivedMessage received) {
    String version = Text.storable(received.version(), VERSION_LENGTH);
    String error = "unsupported schema version: " + version;
    if (records.begin(received.messageId()) instanceof MessageRecords.Begun.Attempt(int number)) {
      records.failed(received.messageId(), number, error);
    }
    return rejected("unsupported_version", error);
  }

  /// One attempt to process a message by a job.
  private record Run(ReceivedMessage received, int attempt, JobId job) {

    String messageId() {
      return received.messageId();
    }
  }

  private Outcome attempt(Run run) throws InterruptedException {
    try {
      return process(run);
    } catch (NotSent.Later later) {
      Failure failure = Failure.of("notification_failed", failed(run, later));
      return new Outcome.Retry(failure, later.after().orElse(null));
    } catch (NotSent.Never never) {
      return rejected("notification_refused", failed(run, never));
    } catch (WaybillException store) {
      throw store;
    } catch (RuntimeException bug) {
      failed(run, bug);
      throw bug;
    }
  }

  private Outcome process(Run run) throws InterruptedException {
    StoredMessage message = records.load(run.messageId());
    if (message == null) {
      return absent(run.messageId());
    }
    if (message.record().status() == TopicMessageStatus.COMPLETED) {
      return skipped();
    }
    if (!message.notified()) {
      Notification notification = render(message.record(), run.received());
      if (!claims(run, notification.id())) {
        return Outcome.snooze(CLAIM_RETRY);
      }
      Notifier.Sent sent = notifier.send(notification);
      records.notified(run.messageId(), run.attempt(), notification.id(), sent.reference());
    }
    records.completed(run.messageId(), run.attempt());
    return outcome("completed", null);
  }

  /// Records a claim before sending. If there is already a claim, either its job has ended, and
  /// this job sends the same notification again, or its job is still running and sends it itself.
  private boolean claims(Run run, String notificationId) {
    String job = run.job().toString();
    if (records.notifying(run.messageId(), run.attempt(), notificationId, job)) {
      return true;
    }
    StoredMessage message = records.load(run.messageId());
    String claim = message == null ? null : message.claims().get(run.attempt());
    if (claim == null || claim.equals(job)) {
      return true;
    }
    return !isRunning(JobId.parse(claim)) && !isNotified(run.messageId());
  }

  /// Asked after the other job has ended: it may have sent the notification just before.
  private boolean isNotified(String messageId) {
    StoredMessage message = records.load(messageId);
    return message != null && message.notified();
  }

  private boolean isRunning(JobId job) {
    return waybill.find(job).map(found -> found.state() == State.RUNNING).orElse(false);
  }

  private Notification render(TopicMessage message, ReceivedMessage received) {
    String id = DerivedId.of("notification", records.tenant(), message.id(), template.name());
    try {
      return template.render(id, message, received.priority());
    } catch (WaybillException impossible) {
      throw new NotSent.Never(
          "the message cannot be rendered as a notification: " + impossible.getMessage());
    }
  }

  private String failed(Run run, RuntimeException error) {
    return failed(run, String.valueOf(error.getMessage()));
  }

  /// Stores the error in the record and returns it.
  private String failed(Run run, String error) {
    records.failed(run.messageId(), run.attempt(), error);
    return error;
  }

  private static Outcome rejected(String errorClass, String message) {
    return new Outcome.Reject(Failure.of(errorClass, message));
  }

  private static Outcome absent(String messageId) {
    return new Outcome.Retry(
        Failure.of(
            "unknown_message",
            "no record of the message "
                + Text.quote(messageId)
                + ": it was never created or has expired"),
        null);
  }

  private static Outcome skipped() {
    return outcome("skipped", "already processed");
  }

  private static Outcome outcome(String status, @Nullable String reason) {
    byte[] json =
        JsonOut.write(
            out -> {
              out.text("status", status);
              out.text("reason", reason);
            });
    return new Outcome.Done(Payload.wrap(json));
  }
}
