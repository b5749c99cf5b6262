package dev.waybill.messages.send;

import dev.waybill.Failure;
import dev.waybill.JobId;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.messages.record.Redaction;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import dev.waybill.worker.WorkerBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Processes `message_created` events, one job each: loads the message, records the attempt, hands
/// the notification to a provider, and records the answer.
///
/// An error ends the attempt, and the job is retried by its policy as the next attempt. A permanent
/// error rejects the job: it is a dead letter after one receive. A message that a provider has is
/// skipped. All attempts have the message ID as their idempotency key, so an attempt whose outcome
/// is open may be followed by another one. Jobs do not affect each other.
public final class MessageProcessor implements Handler {

  /// How many messages are processed at once.
  public static final int BATCH = 10;

  /// How long to wait while another job sends the notification of the same message.
  private static final Duration CLAIM_RETRY = Duration.ofSeconds(2);

  private static final int VERSION_LENGTH = 80;

  private final Waybill waybill;
  private final MessageFacts facts;
  private final ProviderRoutes routes;
  private final SendLimits limits;
  private final Acceptance acceptance;
  private final NotificationTarget target;
  private final ProviderCalls calls;

  /// @param waybill the engine as the tenant of the facts
  MessageProcessor(
      Waybill waybill, MessageFacts facts, MessageSender.Shared shared, NotificationTarget target) {
    this.waybill = waybill;
    this.facts = facts;
    this.routes = shared.routes();
    this.limits = shared.limits();
    this.acceptance = new Acceptance(waybill, facts, routes);
    this.target = target;
    this.calls = shared.calls();
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
    ReceivedMessage received;
    try {
      received = ReceivedMessage.read(Payload.wrap(task.payload().bytesWithoutCopy()));
    } catch (WaybillException unreadable) {
      return rejected("unreadable_event", String.valueOf(unreadable.getMessage()));
    }
    Optional<RecordedMessage> found =
        facts
            .find(received.messageId())
            .filter(message -> message.channel().equals(TopicMessage.CHANNEL));
    if (!received.isSupported()) {
      return unsupported(received, found);
    }
    return found.isEmpty() ? absent(received.messageId()) : process(task, received, found.get());
  }

  /// Rejects the job whether there is a message or not; an existing one gets the error.
  private Outcome unsupported(ReceivedMessage received, Optional<RecordedMessage> found) {
    String version = Text.storable(received.version(), VERSION_LENGTH);
    String error = "unsupported schema version: " + version;
    found
        .filter(message -> message.state() != HandoffState.HANDED_OFF)
        .ifPresent(message -> failed(message.id(), next(message), "unsupported_version", error));
    return rejected("unsupported_version", error);
  }

  private Outcome process(Task task, ReceivedMessage received, RecordedMessage message)
      throws InterruptedException {
    NewMessage request = message.request();
    if (request == null) {
      return skipped("erased");
    }
    if (message.state() == HandoffState.HANDED_OFF) {
      acceptance.complete(message, HandoffHistory.lastHandoff(message));
      return skipped("already processed");
    }
    if (message.state() == HandoffState.FAILED && HandoffHistory.isCanceled(message)) {
      return skipped("canceled");
    }
    int attempt = next(message);
    NewMessage notification;
    try {
      notification = PayloadNotification.of(request, target, received.priority());
    } catch (WaybillException invalid) {
      return notRendered(message.id(), attempt, String.valueOf(invalid.getMessage()));
    }
    return send(new Run(task, message.id(), attempt, notification));
  }

  /// The attempt that is open, or the next one after a failure.
  private static int next(RecordedMessage message) {
    int last = message.progress().attempts().getLast().number();
    return message.state() == HandoffState.FAILED ? last + 1 : last;
  }

  /// One attempt to notify of a message by a job.
  private record Run(Task task, String messageId, int attempt, NewMessage notification) {

    JobId job() {
      return task.job().id();
    }

    /// Only the rate of the provider limits notifications.
    SendLimits.Start start(String provider) {
      return new SendLimits.Start(provider, notification.recipient(), false, task.attempt() > 1);
    }
  }

  private Outcome send(Run run) throws InterruptedException {
    Optional<MessageProvider> provider =
        routes.choose(facts.tenant(), run.notification(), Set.of());
    if (provider.isEmpty()) {
      String error = "no provider delivers to channel " + target.channel() + "; configure one";
      failed(run.messageId(), run.attempt(), "no_provider", error);
      return rejected("no_provider", error);
    }
    Duration wait = limits.start(run.start(provider.get().key()));
    if (wait.isPositive()) {
      return Outcome.snooze(wait);
    }
    return claims(run, provider.get().key())
        ? handOff(run, provider.get())
        : Outcome.snooze(CLAIM_RETRY);
  }

  /// Records the attempt before sending. If there is one already, either its job has ended, and
  /// this job sends the same notification again, or its job is still running and sends it itself.
  private boolean claims(Run run, String provider) {
    return switch (facts
        .record(
            facts.event(
                run.messageId(),
                run.attempt(),
                MessageEventType.HANDOFF_ATTEMPTED,
                EventDetails.of(
                    EventDetails.ATTEMPT_ID, run.messageId(),
                    EventDetails.PROVIDER_KEY, provider,
                    EventDetails.JOB_ID, run.job().toString())))
        .getFirst()) {
      case APPLIED -> true;
      case STALE -> false;
      case DUPLICATE -> takesOver(run, provider);
    };
  }

  /// The job before may have sent the notification: this is recorded before it is sent again, with
  /// the same idempotency key. Of several jobs that take over at once, the first one does.
  private boolean takesOver(Run run, String provider) {
    if (!isFree(run) || isHandedOff(run.messageId())) {
      return false;
    }
    Fact repeated =
        facts.event(
            run.messageId(),
            run.attempt(),
            MessageEventType.HANDOFF_REPEATED,
            EventDetails.of(
                EventDetails.ATTEMPT_ID,
                run.messageId(),
                EventDetails.PROVIDER_KEY,
                provider,
                EventDetails.ERROR_CODE,
                "sender_lost",
                EventDetails.JOB_ID,
                run.job().toString()));
    return facts.record(repeated).getFirst() != Ledger.Answer.DUPLICATE || isFree(run);
  }

  /// True unless another job is running that has claimed the attempt last.
  private boolean isFree(Run run) {
    return facts.find(run.messageId()).stream()
        .flatMap(message -> message.progress().events().reversed().stream())
        .filter(event -> event.attempt() == run.attempt())
        .flatMap(event -> Optional.ofNullable(event.details().get(EventDetails.JOB_ID)).stream())
        .findFirst()
        .filter(claim -> !claim.equals(run.job().toString()))
        .filter(claim -> isRunning(JobId.parse(claim)))
        .isEmpty();
  }

  private boolean isRunning(JobId job) {
    return waybill.find(job).map(found -> found.state() == State.RUNNING).orElse(false);
  }

  /// Asked after the other job has ended: it may have sent the notification just before.
  private boolean isHandedOff(String messageId) {
    return facts
        .handoff(messageId)
        .filter(latest -> HandoffState.of(latest.state()) == HandoffState.HANDED_OFF)
        .isPresent();
  }

  private Outcome handOff(Run run, MessageProvider provider) throws InterruptedException {
    OutgoingMessage.Ids ids =
        new OutgoingMessage.Ids(facts.tenant(), run.messageId(), run.attempt(), run.messageId());
    HandoffResult result;
    try {
      result = calls.send(provider, new OutgoingMessage(run.notification(), ids));
    } catch (WaybillException store) {
      throw store;
    } catch (RuntimeException bug) {
      failed(run.messageId(), run.attempt(), "provider_error", String.valueOf(bug.getMessage()));
      throw bug;
    }
    return switch (result) {
      case HandoffResult.Accepted accepted -> {
        acceptance.record(ids, provider, accepted);
        yield outcome("completed", null);
      }
      case HandoffResult.NotAccepted not -> {
        failed(run.messageId(), run.attempt(), not.code(), Redaction.of(not.error()));
        yield notSent(not);
      }
    };
  }

  private static Outcome notSent(HandoffResult.NotAccepted result) {
    return switch (result) {
      case HandoffResult.Refused refused -> rejected("notification_refused", refused.error());
      case HandoffResult.Retryable retryable ->
          retried(retryable.error(), retryable.after().orElse(null));
      case HandoffResult.Ambiguous ambiguous -> retried(ambiguous.error(), null);
    };
  }

  private static Outcome retried(String error, @Nullable Duration after) {
    return new Outcome.Retry(Failure.of("notification_failed", error), after);
  }

  private Outcome notRendered(String messageId, int attempt, String why) {
    String error = "the message cannot be rendered as a notification: " + why;
    record(messageId, attempt, MessageEventType.RENDERING_FAILED, "rendering_failed", error);
    return rejected("rendering_failed", error);
  }

  private void failed(String messageId, int attempt, String code, String error) {
    record(messageId, attempt, MessageEventType.HANDOFF_FAILED, code, error);
  }

  private void record(
      String messageId, int attempt, MessageEventType type, String code, String error) {
    facts.record(
        facts.event(
            messageId,
            attempt,
            type,
            EventDetails.of(
                EventDetails.ERROR_CODE,
                code,
                EventDetails.ERROR,
                Text.storable(error, Limits.ERROR_MESSAGE_LENGTH))));
  }

  private static Outcome rejected(String errorClass, String message) {
    return new Outcome.Reject(Failure.of(errorClass, message));
  }

  private static Outcome absent(String messageId) {
    return new Outcome.Retry(
        Failure.of(
            "unknown_message",
            "there is no message "
                + Text.quote(messageId)
                + ": it was never created or has expired"),
        null);
  }

  private static Outcome skipped(String reason) {
    return outcome("skipped", reason);
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
