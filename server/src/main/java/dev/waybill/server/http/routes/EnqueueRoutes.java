package dev.waybill.server.http.routes;

import dev.waybill.NewJob;
import dev.waybill.admin.Scope;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.telemetry.ObservedCall;
import dev.waybill.wire.job.EnqueueResultJson;
import dev.waybill.wire.job.NewJobJson;
import dev.waybill.wire.job.NewJobQuery;
import dev.waybill.wire.json.InvalidDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Enqueues jobs.
final class EnqueueRoutes {

  private final InProgress inProgress;

  EnqueueRoutes(InProgress inProgress) {
    this.inProgress = inProgress;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/jobs", Scope.PRODUCE, "Enqueue a job", this::one)
            .reads(
                NewJobJson.DOCUMENT,
                """
                {"type": "mail.send", "queue": "mails", "payload": {"to": "ada@example.org"}, \
                "priority": "high", "delay": "30s"}\
                """)
            .answers(201, EnqueueResultJson.DOCUMENT, "The job is durable.")
            .answers(
                200,
                EnqueueResultJson.DOCUMENT,
                "The key was used before: this is the existing job."),
        Route.post(
                "/v1/jobs/upload",
                Scope.PRODUCE,
                "Enqueue a job with the body as payload",
                this::upload)
            .reads(Route.Body.BYTES)
            .asks(Filters.NEW_JOB)
            .answers(201, EnqueueResultJson.DOCUMENT, "The job is durable.")
            .answers(
                200,
                EnqueueResultJson.DOCUMENT,
                "The key was used before: this is the existing job."),
        Route.post("/v1/jobs/batch", Scope.PRODUCE, "Enqueue many jobs", this::many)
            .reads(
                NewJobJson.LIST,
                "{\"jobs\": [{\"type\": \"a\"}, {\"type\": \"b\", \"payload\": [1]}]}")
            .answers(200, EnqueueResultJson.LIST, "One result per job, in order."));
  }

  private Reply one(RouteCall call) {
    return one(call, NewJobJson.builder(call.body().bytesWithoutCopy()));
  }

  /// The payload is streamed to the store.
  private Reply upload(RouteCall call) {
    return one(call, NewJobQuery.read(call.query().values()).payload(call.body()));
  }

  private Reply one(RouteCall call, NewJob.Builder job) {
    Optional<String> key = InProgress.keyOf(call);
    key.ifPresent(text -> identify(job, text));
    NewJob whole = job.traceContext(ObservedCall.creationContext(job.traceContext())).build();
    return inProgress.during(call, key, () -> enqueue(call, whole));
  }

  private static Reply enqueue(RouteCall call, NewJob job) {
    Enqueued enqueued = call.waybill().enqueue(job);
    Map<String, String> headers = new HashMap<>();
    headers.put("Location", "/v1/jobs/" + enqueued.id());
    if (enqueued.duplicate()) {
      headers.put("Idempotent-Replayed", "true");
    }
    return Reply.json(enqueued.duplicate() ? 200 : 201, EnqueueResultJson.DOCUMENT, enqueued)
        .with(headers);
  }

  /// The idempotency key of the call is the request ID of the job.
  private static void identify(NewJob.Builder job, String key) {
    String given = job.requestId();
    if (given != null && !given.equals(key)) {
      throw InvalidDocument.at(
          "/request_id", "invalid_value", "differs from the Idempotency-Key of the call");
    }
    job.requestId(key);
  }

  private Reply many(RouteCall call) {
    List<NewJob> jobs = call.document(NewJobJson.LIST);
    Optional<String> key = InProgress.keyOf(call);
    List<NewJob> whole = new ArrayList<>(jobs.size());
    for (int i = 0; i < jobs.size(); i++) {
      whole.add(completed(jobs.get(i), key.isPresent() ? key.get() + "#" + i : null));
    }
    return inProgress.during(call, key, () -> enqueueAll(call, whole));
  }

  private static NewJob completed(NewJob job, @Nullable String key) {
    String id = job.requestId() == null ? key : job.requestId();
    String context = ObservedCall.creationContext(job.traceContext());
    return Objects.equals(id, job.requestId()) && Objects.equals(context, job.traceContext())
        ? job
        : job.toBuilder().requestId(id).traceContext(context).build();
  }

  private static Reply enqueueAll(RouteCall call, List<NewJob> jobs) {
    List<EnqueueResult> results = call.waybill().enqueueAll(jobs);
    return Reply.json(200, EnqueueResultJson.LIST, results);
  }
}
