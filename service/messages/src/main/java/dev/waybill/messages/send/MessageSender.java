package dev.waybill.messages.send;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.base.Text;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.NewMessage;
import dev.waybill.message.Suppression;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.record.AttemptId;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.messages.record.Redaction;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/// Hands the messages of one tenant to providers, one job each: records the attempt, calls the
/// provider, records the answer, and only then ends the job.
///
/// After a crash the same attempt is made again with the same idempotency key, so that a provider
/// that honors it delivers the message once.
final class MessageSender implements Handler {

  /// Calls of providers at the same time.
  private static final int CALLS = 64;

  private final MessageFacts facts;
  private final HandoffEvents events;
  private final ProviderRoutes routes;
  private final Acceptance acceptance;
  private final RecentContents contents;
  private final MessageTemplates templates;
  private final SendLimits limits;
  private final ProviderCalls calls;
  private final Semaphore calling = new Semaphore(CALLS, true);

  /// What the senders of all tenants share.
  record Shared(
      ProviderRoutes routes,
      RecentContents contents,
      MessageTemplates templates,
      SendLimits limits,
      ProviderCalls calls) {}

  /// @param waybill the engine as the tenant of the facts
  MessageSender(Waybill waybill, MessageFacts facts, Shared shared) {
    this.facts = facts;
    this.events = new HandoffEvents(facts);
    this.routes = shared.routes();
    this.acceptance = new Acceptance(waybill, facts, routes);
    this.contents = shared.contents();
    this.templates = shared.templates();
    this.limits = shared.limits();
    this.calls = shared.calls();
  }

  @Override
  public Outcome handle(Task task) throws InterruptedException {
    if (!SendJob.isOwn(task.job())) {
      return SendJob.foreign();
    }
    SendJob job = SendJob.read(task.payload());
    Optional<NewMessage> first = task.attempt() == 1 ? request(job.messageId()) : Optional.empty();
    return first.isPresent()
        ? send(new Run(task, job, first.get(), new HashSet<>()), job.attempt())
        : resume(task, job);
  }

  private Optional<NewMessage> request(String messageId) {
    return contents.find(facts.tenant(), messageId).or(() -> facts.request(messageId));
  }

  /// One message and what is known about it while it is being sent.
  ///
  /// @param refused the providers that have refused it for good
  private record Run(Task task, SendJob job, NewMessage message, Set<String> refused) {

    String messageId() {
      return job.messageId();
    }

    /// Whether the next error ends the job.
    boolean isLastTry() {
      RetryPolicy policy = task.job().request().retry();
      return policy != null && task.job().progress().errors() + 1 >= policy.maxErrors();
    }

    SendLimits.Start start(String tenant, int attempt, String provider) {
      return new SendLimits.Start(
          provider,
          SendLimits.Start.recipient(tenant, message),
          attempt == job.attempt(),
          task.attempt() > 1);
    }

    Run with(NewMessage rendered) {
      return new Run(task, job, rendered, refused);
    }
  }

  /// Continues from what is recorded: this is not the first time that the job runs, or another
  /// server has accepted the message.
  private Outcome resume(Task task, SendJob job) throws InterruptedException {
    Optional<RecordedMessage> found = facts.find(job.messageId());
    if (found.isEmpty()) {
      return new Outcome.Fail(
          Failure.of(
              "unknown_message",
              "there is no message " + Text.quote(job.messageId()) + "; it has expired"));
    }
    NewMessage message = found.get().request();
    if (message == null) {
      return ended("erased");
    }
    if (HandoffHistory.isResentAfter(found.get(), job.attempt())) {
      return ended("superseded");
    }
    List<MessageAttempt> attempts = found.get().progress().attempts();
    MessageAttempt last = attempts.getLast();
    Set<String> refused =
        isRedriven(task) ? new HashSet<>() : HandoffHistory.refusedBy(found.get());
    Run run = new Run(task, job, message, refused);
    return switch (last.state()) {
      case CREATED, QUEUED -> send(run, last.number());
      case SENDING -> sendAgain(run, last);
      case HANDED_OFF -> {
        acceptance.complete(found.get(), HandoffHistory.lastHandoff(found.get()));
        yield ended("handed_off");
      }
      case FAILED ->
          HandoffHistory.isRetried(found.get())
                  || (isRedriven(task) && !HandoffHistory.isCanceled(found.get()))
              ? again(run, last.number() + 1)
              : ended("failed");
    };
  }

  /// Repeats an attempt whose outcome is open, with the same provider and the same idempotency key.
  private Outcome sendAgain(Run run, MessageAttempt open) throws InterruptedException {
    Optional<MessageProvider> provider =
        Optional.ofNullable(open.provider())
            .flatMap(known -> routes.find(known.key()))
            .filter(found -> found.traits().take(run.message()));
    if (provider.isEmpty()) {
      String why = "its provider is no longer configured, and may have the message";
      return stillOpen(run, open, new HandoffResult.Ambiguous("no_provider", why));
    }
    NewMessage rendered;
    try {
      rendered = templates.rendered(facts.tenant(), run.message());
    } catch (InvalidDocument unrenderable) {
      String why = String.valueOf(unrenderable.getMessage());
      return stillOpen(run, open, new HandoffResult.Ambiguous("rendering_failed", why));
    }
    Run same = run.with(rendered);
    return switch (repeated(same, open.number(), provider.get())) {
      case HandoffResult.Accepted accepted -> {
        acceptance.record(ids(run, open.number()), provider.get(), accepted);
        yield ended("handed_off");
      }
      case HandoffResult.NotAccepted notAccepted -> stillOpen(same, open, notAccepted);
    };
  }

  private HandoffResult repeated(Run run, int attempt, MessageProvider provider)
      throws InterruptedException {
    calling.acquire();
    try {
      Failure before = run.task().job().progress().failure();
      events.repeated(run.messageId(), attempt, provider.key(), before);
      return answer(provider, run, attempt);
    } finally {
      calling.release();
    }
  }

  /// An earlier call may have been accepted, whatever the provider answers now. So the attempt is
  /// repeated and ends with the last try; no other attempt or provider follows by itself.
  private Outcome stillOpen(Run run, MessageAttempt open, HandoffResult.NotAccepted result) {
    HandoffResult.Ambiguous ambiguous = new HandoffResult.Ambiguous(result.code(), result.error());
    if (run.isLastTry()) {
      String key = open.provider() == null ? "" : open.provider().key();
      events.failed(run.messageId(), open.number(), key, ambiguous);
    }
    Duration delay =
        result instanceof HandoffResult.Retryable retryable ? retryable.after().orElse(null) : null;
    return new Outcome.Retry(failure(ambiguous), delay);
  }

  /// True if an operator started a job again that had ended.
  private static boolean isRedriven(Task task) {
    return task.job().progress().generation() > 0;
  }

  private Outcome again(Run run, int attempt) throws InterruptedException {
    events.queued(run.messageId(), attempt);
    return send(run, attempt);
  }

  private Outcome send(Run run, int attempt) throws InterruptedException {
    Optional<Suppression> suppression = facts.suppression(run.message());
    if (suppression.isPresent()) {
      // The job is done: nothing is to be corrected or tried again.
      events.suppressed(run.messageId(), attempt, suppression.get());
      return ended("suppressed");
    }
    NewMessage rendered;
    try {
      rendered = templates.rendered(facts.tenant(), run.message());
    } catch (InvalidDocument unrenderable) {
      Failure failure = Failure.of("rendering_failed", String.valueOf(unrenderable.getMessage()));
      events.renderingFailed(run.messageId(), attempt, failure);
      return new Outcome.Reject(failure);
    }
    return handOff(run.with(rendered), attempt);
  }

  private Outcome handOff(Run run, int first) throws InterruptedException {
    int attempt = first;
    while (true) {
      Optional<MessageProvider> provider =
          routes.choose(facts.tenant(), run.message(), run.refused());
      if (provider.isEmpty()) {
        return noProvider(run, attempt);
      }
      Duration wait = limits.start(run.start(facts.tenant(), attempt, provider.get().key()));
      if (wait.isPositive()) {
        return Outcome.snooze(wait);
      }
      Optional<HandoffResult> answered = attempted(run, attempt, provider.get());
      if (answered.isEmpty()) {
        return ended("superseded");
      }
      if (answered.get() instanceof HandoffResult.Refused refused
          && hasAnother(run, provider.get().key())) {
        if (!fallsBack(run, attempt, provider.get().key(), refused)) {
          return ended("superseded");
        }
        attempt++;
      } else {
        return outcome(run, attempt, provider.get(), answered.get());
      }
    }
  }

  /// Starts an attempt when few enough calls are under way; empty if it is not to be made. Until
  /// then the message can be canceled.
  private Optional<HandoffResult> attempted(Run run, int attempt, MessageProvider provider)
      throws InterruptedException {
    calling.acquire();
    try {
      return events.starts(run.messageId(), attempt, provider.key())
          ? Optional.of(answer(provider, run, attempt))
          : Optional.empty();
    } finally {
      calling.release();
    }
  }

  /// What the provider answers. Its text may quote the address, which events must not have.
  private HandoffResult answer(MessageProvider provider, Run run, int attempt)
      throws InterruptedException {
    HandoffResult result = calls.send(provider, outgoing(run, attempt));
    return result instanceof HandoffResult.NotAccepted not
        ? not.withError(Redaction.of(not.error(), run.message().recipient()))
        : result;
  }

  private OutgoingMessage outgoing(Run run, int attempt) {
    return new OutgoingMessage(run.message(), ids(run, attempt));
  }

  private OutgoingMessage.Ids ids(Run run, int attempt) {
    return new OutgoingMessage.Ids(
        facts.tenant(), run.messageId(), attempt, AttemptId.of(run.messageId(), attempt));
  }

  private boolean hasAnother(Run run, String refusing) {
    Set<String> refused = new HashSet<>(run.refused());
    refused.add(refusing);
    return routes.choose(facts.tenant(), run.message(), refused).isPresent();
  }

  /// False if the attempt has got another end meanwhile.
  private boolean fallsBack(Run run, int attempt, String key, HandoffResult.Refused refused) {
    run.refused().add(key);
    return events.failedBeforeNext(run.messageId(), attempt, key, refused);
  }

  private Outcome outcome(Run run, int attempt, MessageProvider provider, HandoffResult result) {
    return switch (result) {
      case HandoffResult.Accepted accepted -> {
        acceptance.record(ids(run, attempt), provider, accepted);
        yield ended("handed_off");
      }
      case HandoffResult.Refused refused -> {
        events.failed(run.messageId(), attempt, provider.key(), refused);
        yield new Outcome.Reject(failure(refused));
      }
      case HandoffResult.Retryable retryable -> retry(run, attempt, provider.key(), retryable);
      case HandoffResult.Ambiguous ambiguous -> {
        if (run.isLastTry()) {
          events.failed(run.messageId(), attempt, provider.key(), ambiguous);
        }
        yield new Outcome.Retry(failure(ambiguous), null);
      }
    };
  }

  /// The next try is a new attempt: the provider has refused this one for certain.
  private Outcome retry(Run run, int attempt, String key, HandoffResult.Retryable retryable) {
    if (run.isLastTry()) {
      events.failed(run.messageId(), attempt, key, retryable);
    } else if (!events.failedBeforeNext(run.messageId(), attempt, key, retryable)) {
      return ended("superseded");
    }
    return new Outcome.Retry(failure(retryable), retryable.after().orElse(null));
  }

  private Outcome noProvider(Run run, int attempt) {
    HandoffResult.Refused none =
        new HandoffResult.Refused(
            "no_provider",
            "no provider is configured for channel "
                + run.message().channel()
                + (run.message().attachments().isEmpty() ? "" : " that takes attachments"));
    events.failed(run.messageId(), attempt, "", none);
    return new Outcome.Reject(failure(none));
  }

  private static Failure failure(HandoffResult.NotAccepted result) {
    return Failure.of(result.code(), result.error());
  }

  private static Outcome ended(String how) {
    return new Outcome.Done(Payload.wrap(JsonOut.write(out -> out.text("status", how))));
  }
}
