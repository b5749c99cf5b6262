package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.client.call.CallAnswer;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.client.call.SplitCalls;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.settings.Limits;
import dev.waybill.wire.job.EnqueueResultJson;
import dev.waybill.wire.job.NewJobJson;
import dev.waybill.wire.job.NewJobQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Enqueues jobs. Jobs without a request ID get an idempotency key here, so that repeating the call
/// does not create a second job.
final class RemoteEnqueueing {

  /// An upper estimate of the size of a job in a body without its payload.
  private static final long JOB_BYTES = 1_024;

  /// Larger payloads are uploaded as bytes.
  static final int UPLOADED = 1 << 20;

  /// Servers limit the size of a request line with its headers.
  private static final int LONGEST_QUERY = 8 * 1024;

  private final HttpTransport transport;
  private final SplitCalls<NewJob, EnqueueResult> chunks =
      new SplitCalls<>(RemoteEnqueueing::size, refused -> refused);

  RemoteEnqueueing(HttpTransport transport) {
    this.transport = transport;
  }

  Enqueued enqueue(NewJob job) {
    HttpCall call = call(job);
    boolean keyed = job.requestId() == null;
    CallAnswer answer = transport.send(keyed ? call.withKey(newKey()) : call);
    return switch (own(job, answer.read(EnqueueResultJson.DOCUMENT))) {
      case Enqueued enqueued -> enqueued;
      case Refused refused -> throw refused.asException();
    };
  }

  /// A large payload is streamed, and the rest of its job is in the query.
  private static HttpCall call(NewJob job) {
    String query = job.payload().size() > UPLOADED ? NewJobQuery.of(job) : "";
    return query.isEmpty() || query.length() > LONGEST_QUERY
        ? HttpCall.post("/v1/jobs", NewJobJson.DOCUMENT, job)
        : HttpCall.upload("/v1/jobs/upload?" + query, job.payload());
  }

  List<EnqueueResult> enqueueAll(List<NewJob> jobs) {
    if (jobs.size() > Limits.JOBS_PER_CALL) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS,
          "jobs: at most " + Limits.JOBS_PER_CALL + " at once, got " + jobs.size());
    }
    return chunks.send(jobs, this::enqueuePart);
  }

  private List<EnqueueResult> enqueuePart(List<NewJob> jobs) {
    HttpCall call = HttpCall.post("/v1/jobs/batch", NewJobJson.LIST, jobs);
    List<EnqueueResult> answers =
        transport.send(call.withKey(newKey())).read(EnqueueResultJson.LIST);
    List<EnqueueResult> owned = new ArrayList<>(jobs.size());
    for (int i = 0; i < jobs.size(); i++) {
      owned.add(own(jobs.get(i), answers.get(i)));
    }
    return owned;
  }

  /// Nobody else knows a random key, so a duplicate of it was created by this call. It is reported
  /// as new.
  private static EnqueueResult own(NewJob job, EnqueueResult answer) {
    return switch (answer) {
      case Enqueued enqueued when job.requestId() == null && enqueued.duplicate() ->
          new Enqueued(enqueued.id(), enqueued.state(), enqueued.createdAt(), false);
      case Enqueued enqueued -> enqueued;
      case Refused refused -> refused;
    };
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  private static long size(NewJob job) {
    long tags = job.tags().stream().mapToLong(String::length).sum();
    return JOB_BYTES + tags + SplitCalls.base64(job.payload().size());
  }
}
