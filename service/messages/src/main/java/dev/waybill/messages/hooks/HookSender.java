package dev.waybill.messages.hooks;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.base.WorkContext;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.WebhookSecrets;
import dev.waybill.messages.provider.hook.EndpointHealth;
import dev.waybill.messages.provider.hook.SignedPost;
import dev.waybill.settings.CallObserver;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells the endpoints of one tenant of events, one job each.
record HookSender(
    String tenant,
    HookBook book,
    HttpSender http,
    EndpointHealth health,
    CallObserver observer,
    InstantSource clock)
    implements Handler {

  private static final int GONE = 410;

  @Override
  public Outcome handle(Task task) throws InterruptedException {
    HookJob job = HookJob.read(task.payload());
    if (!job.requestId().equals(task.job().request().requestId())) {
      return rejected("foreign_job", "only the message service makes jobs of this type");
    }
    Optional<StoredHook> hook = enabled(job.hook()).filter(one -> one.isSince(job.position()));
    if (hook.isEmpty()) {
      return Outcome.done();
    }
    URI url = URI.create(hook.get().definition().url());
    EndpointHealth.Endpoint endpoint = health.endpoint(tenant, url);
    if (endpoint.isDisabled()) {
      return rejected("endpoint_disabled", endpoint.reason());
    }
    HttpOutcome outcome = post(job, url, book.secret(tenant, job.hook(), hook.get()));
    endpoint.note(outcome);
    return outcome(outcome);
  }

  /// Another server may just have created or enabled it.
  private Optional<StoredHook> enabled(String hook) {
    return book.known(tenant, hook)
        .filter(known -> known.definition().enabled())
        .or(() -> book.now(tenant, hook).filter(now -> now.definition().enabled()));
  }

  private HttpOutcome post(HookJob job, URI url, String secret) throws InterruptedException {
    WorkContext context =
        WorkContext.current().with(Map.of("tenant_id", tenant, "event_id", job.eventId()));
    CallObserver.Call call = observer.begin("hook", job.hook(), context);
    SignedPost post = new SignedPost(http, WebhookSecrets.parse(List.of(secret)), clock);
    boolean good = false;
    try {
      HttpOutcome outcome =
          context
              .in(call.traceparent().orElse(null))
              .call(
                  () -> post.send(url, job.eventId(), job.body().getBytes(StandardCharsets.UTF_8)));
      good = outcome instanceof HttpOutcome.Answered answer && answer.isGood();
      return outcome;
    } finally {
      call.end(good ? "accepted" : "refused", good ? null : "hook_failed");
    }
  }

  /// An endpoint may be wrong for a while, such as during a deployment, so every other answer is
  /// tried again.
  private static Outcome outcome(HttpOutcome outcome) {
    return switch (outcome) {
      case HttpOutcome.Answered answer when answer.isGood() -> Outcome.done();
      case HttpOutcome.Answered answer when answer.status() == GONE ->
          rejected("http_410", "the endpoint answered 410 and is disabled");
      case HttpOutcome.Answered answer ->
          new Outcome.Retry(
              Failure.of("http_" + answer.status(), "answered " + answer.status()),
              answer.retryAfter());
      case HttpOutcome.Forbidden forbidden -> rejected("address_forbidden", forbidden.error());
      case HttpOutcome.Unreachable unreachable ->
          new Outcome.Retry(Failure.of("unreachable", unreachable.error()), null);
      case HttpOutcome.Unanswered unanswered ->
          new Outcome.Retry(Failure.of("no_answer", unanswered.error()), null);
    };
  }

  private static Outcome rejected(String code, String why) {
    return new Outcome.Reject(Failure.of(code, why));
  }
}
