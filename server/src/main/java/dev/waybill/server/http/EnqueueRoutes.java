package dev.waybill.server.http;

import dev.waybill.EnqueueResult;
import dev.waybill.Enqueued;
import dev.waybill.NewJob;
import dev.waybill.admin.Scope;
import dev.waybill.server.telemetry.Watched;
import dev.waybill.wire.EnqueueResultJson;
import dev.waybill.wire.InvalidDocument;
import dev.waybill.wire.NewJobJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Takes jobs in.
final class EnqueueRoutes {

  private final InProgress inProgress;

  EnqueueRoutes(InProgress inProgress) {
    this.inProgress = inProgress;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/jobs", Scope.PRODUCE, "Add a job", this::one)
            .reads(
                NewJobJson.DOCUMENT,
                """
                {"type": "mail.send", "queue": "mails", "payload": {"to": "ada@example.org"}, \
                "priority": "high", "delay": "30s"}\
                """)
            .answers(201, EnqueueResultJson.DOCUMENT, "The job is durable.")
            .answers(200, EnqueueResultJson.DOCUMENT, "The key was known: this is that job."),
        Route.post("/v1/jobs/batch", Scope.PRODUCE, "Add many jobs", this::many)
            .reads(
                NewJobJson.LIST,
                "{\"jobs\": [{\"type\": \"a\"}, {\"type\": \"b\", \"payload\": [1]}]}")
            .answers(200, EnqueueResultJson.LIST, "Item by item."));
  }

  private Reply one(Call call) {
    NewJob job = call.document(NewJobJson.DOCUMENT);
    Optional<String> key = InProgress.keyOf(call);
    NewJob keyed = traced(key.map(text -> keyed(job, text)).orElse(job));
    return inProgress.during(call, key, () -> enqueue(call, keyed));
  }

  private static Reply enqueue(Call call, NewJob job) {
    Enqueued enqueued = call.waybill().enqueue(job);
    Map<String, String> headers = new HashMap<>();
    headers.put("Location", "/v1/jobs/" + enqueued.id());
    if (enqueued.duplicate()) {
      headers.put("Idempotent-Replayed", "true");
    }
    return Reply.json(enqueued.duplicate() ? 200 : 201, EnqueueResultJson.DOCUMENT, enqueued)
        .with(headers);
  }

  /// The key of the call is the request id of the job: one idea, kept by the store.
  private static NewJob keyed(NewJob job, String key) {
    if (job.requestId() != null && !job.requestId().equals(key)) {
      throw InvalidDocument.at(
          "/request_id", "invalid_value", "differs from the Idempotency-Key of the call");
    }
    return job.toBuilder().requestId(key).build();
  }

  private static NewJob traced(NewJob job) {
    String context = Watched.creationContext(job.traceContext());
    return Objects.equals(context, job.traceContext())
        ? job
        : job.toBuilder().traceContext(context).build();
  }

  private Reply many(Call call) {
    List<NewJob> jobs = call.document(NewJobJson.LIST);
    Optional<String> key = InProgress.keyOf(call);
    List<NewJob> keyed = new ArrayList<>(jobs.size());
    for (int i = 0; i < jobs.size(); i++) {
      keyed.add(traced(numbered(jobs.get(i), key.orElse(null), i)));
    }
    return inProgress.during(call, key, () -> enqueueAll(call, keyed));
  }

  private static NewJob numbered(NewJob job, @Nullable String key, int index) {
    return key == null || job.requestId() != null
        ? job
        : job.toBuilder().requestId(key + "#" + index).build();
  }

  private static Reply enqueueAll(Call call, List<NewJob> jobs) {
    List<EnqueueResult> results = call.waybill().enqueueAll(jobs);
    return Reply.json(200, EnqueueResultJson.LIST, results);
  }
}
