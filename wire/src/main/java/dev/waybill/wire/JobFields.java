package dev.waybill.wire;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Limits;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What was read of a job so far.
final class JobFields {

  private JobId id = new JobId(0, 0);
  private String tenant = "";
  private String queue = "";
  private String type = "";
  private State state = State.QUEUED;
  private Priority priority = Priority.NORMAL;
  private int attempt;
  private int generation;
  private int errors;
  private int crashes;
  private boolean cancelRequested;
  private Instant createdAt = Instant.EPOCH;
  private Instant runAt = Instant.EPOCH;
  private Instant updatedAt = Instant.EPOCH;
  private Duration delay = Duration.ZERO;
  private Set<String> tags = Set.of();
  private @Nullable Instant requestedRunAt;
  private @Nullable Instant deadline;
  private @Nullable Duration timeout;
  private @Nullable String requestId;
  private @Nullable String correlationId;
  private @Nullable String traceContext;
  private @Nullable RetryPolicy retry;
  private @Nullable String worker;
  private @Nullable Instant leaseUntil;
  private @Nullable Payload payload;
  private @Nullable Payload result;
  private @Nullable Failure failure;

  void read(JsonIn in, String field) {
    switch (field) {
      case "id" -> id = JobId.parse(in.text());
      case "tenant" -> tenant = in.text();
      case "queue" -> queue = in.text();
      case "type" -> type = in.text();
      case "priority" -> priority = in.word(Priority.class);
      case "requested_run_at" -> requestedRunAt = in.time();
      case "delay" -> delay = in.span();
      case "deadline" -> deadline = in.time();
      case "timeout" -> timeout = in.span();
      case "request_id" -> requestId = in.text();
      case "correlation_id" -> correlationId = in.text();
      case "trace_context" -> traceContext = in.text();
      case "tags" -> tags = new TreeSet<>(in.texts(Limits.TAGS));
      case "retry" -> retry = RetryPolicyJson.read(in);
      case "payload" -> payload = PayloadFields.once(in, payload, in.raw());
      case "payload_base64" -> payload = PayloadFields.once(in, payload, in.base64());
      default -> readProgress(in, field);
    }
  }

  private void readProgress(JsonIn in, String field) {
    switch (field) {
      case "state" -> state = in.word(State.class);
      case "attempt" -> attempt = in.count();
      case "generation" -> generation = in.count();
      case "errors" -> errors = in.count();
      case "crashes" -> crashes = in.count();
      case "cancel_requested" -> cancelRequested = in.flag();
      case "created_at" -> createdAt = in.time();
      case "run_at" -> runAt = in.time();
      case "updated_at" -> updatedAt = in.time();
      case "worker" -> worker = in.text();
      case "lease_until" -> leaseUntil = in.time();
      case "result" -> result = PayloadFields.once(in, result, in.raw());
      case "result_base64" -> result = PayloadFields.once(in, result, in.base64());
      case "failure" -> failure = FailureJson.read(in);
      default -> throw in.unread(field);
    }
  }

  Job job() {
    return new Job(id, tenant, createdAt, request(), progress());
  }

  private NewJob request() {
    return new NewJob(
        queue,
        type,
        payload == null ? Payload.empty() : payload,
        priority,
        requestId,
        correlationId,
        traceContext,
        tags,
        delay,
        requestedRunAt,
        deadline,
        timeout,
        retry);
  }

  private Job.Progress progress() {
    return new Job.Progress(
        state,
        attempt,
        generation,
        errors,
        crashes,
        runAt,
        updatedAt,
        cancelRequested,
        worker,
        leaseUntil,
        result,
        failure);
  }
}
