package dev.waybill.wire.job;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.wire.json.Encoding;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/// Consecutive leases as bytes. Names that equal those of the previous lease are not repeated. A
/// lease with unusual parts is written as JSON.
final class LeaseBytes {

  private static final int AS_JSON = 0;
  private static final int PLAIN = 1;
  private static final int AS_BEFORE = 0;
  private static final int OTHER = 1;

  private String tenant = "";
  private String queue = "";
  private String type = "";
  private String worker = "";

  void write(ByteWriter out, Lease lease) {
    if (isPlain(lease)) {
      out.put1(PLAIN);
      writePlain(out, lease);
    } else {
      byte[] json = LeaseJson.DOCUMENT.bytes(Encoding.BASE64, lease);
      out.put1(AS_JSON).putBytes(json);
    }
  }

  Lease read(ByteReader in) {
    return switch (in.get1()) {
      case PLAIN -> readPlain(in);
      case AS_JSON -> LeaseJson.DOCUMENT.readAnswer(in.getBytes());
      default -> throw WorkBytes.malformed("a lease of an unknown kind");
    };
  }

  /// Whether [#writePlain] writes all of it.
  private static boolean isPlain(Lease lease) {
    Job job = lease.job();
    Job.Progress progress = job.progress();
    return job.request().equals(plain(job.request()))
        && progress.worker() != null
        && progress.leaseUntil() != null
        && progress.equals(plain(progress))
        && isWhole(lease.leaseDuration())
        && isWhole(job.createdAt())
        && isWhole(progress.runAt())
        && isWhole(progress.updatedAt())
        && isWhole(progress.leaseUntil());
  }

  /// The part of a job that [#writePlain] writes.
  private static NewJob plain(NewJob job) {
    return NewJob.builder(job.type())
        .queue(job.queue())
        .priority(job.priority())
        .requestId(job.requestId())
        .correlationId(job.correlationId())
        .traceContext(job.traceContext())
        .payload(job.payload())
        .build();
  }

  private static Job.Progress plain(Job.Progress progress) {
    return Job.Progress.waiting(progress.runAt(), progress.updatedAt()).toBuilder()
        .state(State.RUNNING)
        .attempt(progress.attempt())
        .generation(progress.generation())
        .errors(progress.errors())
        .crashes(progress.crashes())
        .worker(progress.worker())
        .leaseUntil(progress.leaseUntil())
        .build();
  }

  private static boolean isWhole(Duration span) {
    return span.toNanosPart() % 1_000_000 == 0;
  }

  private static boolean isWhole(Instant time) {
    return time.equals(Instant.ofEpochMilli(time.toEpochMilli()));
  }

  private void writePlain(ByteWriter out, Lease lease) {
    Job job = lease.job();
    Job.Progress progress = job.progress();
    out.putText(lease.token().value());
    out.put8(lease.leaseDuration().toMillis());
    JobBytes.writeId(out, job.id());
    out.put8(job.createdAt().toEpochMilli());
    out.put8(progress.runAt().toEpochMilli());
    out.put8(progress.updatedAt().toEpochMilli());
    out.put8(Objects.requireNonNull(progress.leaseUntil()).toEpochMilli());
    out.putSmall(progress.attempt()).putSmall(progress.generation());
    out.putSmall(progress.errors()).putSmall(progress.crashes());
    out.put1(JobCodes.of(job.priority()));
    tenant = writeName(out, job.tenant(), tenant);
    queue = writeName(out, job.queue(), queue);
    type = writeName(out, job.type(), type);
    worker = writeName(out, Objects.requireNonNull(progress.worker()), worker);
    NewJob request = job.request();
    out.putOptionalText(request.requestId());
    out.putOptionalText(request.correlationId());
    out.putOptionalText(request.traceContext());
    out.putBytes(job.payload().bytesWithoutCopy());
  }

  private Lease readPlain(ByteReader in) {
    TaskToken token = new TaskToken(in.getText());
    Duration leaseDuration = Duration.ofMillis(in.get8());
    JobId id = JobBytes.readId(in);
    Instant createdAt = Instant.ofEpochMilli(in.get8());
    Instant runAt = Instant.ofEpochMilli(in.get8());
    Instant updatedAt = Instant.ofEpochMilli(in.get8());
    Instant leaseUntil = Instant.ofEpochMilli(in.get8());
    int attempt = in.getSmallInt();
    int generation = in.getSmallInt();
    int errors = in.getSmallInt();
    int crashes = in.getSmallInt();
    Priority priority = readPriority(in);
    tenant = readName(in, tenant);
    queue = readName(in, queue);
    type = readName(in, type);
    worker = readName(in, worker);
    NewJob request = readRequest(in, priority);
    Job.Progress progress =
        Job.Progress.waiting(runAt, updatedAt).toBuilder()
            .state(State.RUNNING)
            .attempt(attempt)
            .generation(generation)
            .errors(errors)
            .crashes(crashes)
            .worker(worker)
            .leaseUntil(leaseUntil)
            .build();
    return new Lease(new Job(id, tenant, createdAt, request, progress), token, leaseDuration);
  }

  private NewJob readRequest(ByteReader in, Priority priority) {
    return NewJob.builder(type)
        .queue(queue)
        .priority(priority)
        .requestId(in.getOptionalText())
        .correlationId(in.getOptionalText())
        .traceContext(in.getOptionalText())
        .payload(Payload.wrap(in.getBytes()))
        .build();
  }

  private static Priority readPriority(ByteReader in) {
    try {
      return JobCodes.priority(in.get1());
    } catch (IllegalArgumentException unknown) {
      throw WorkBytes.malformed("an unknown priority");
    }
  }

  private static String writeName(ByteWriter out, String name, String before) {
    if (name.equals(before)) {
      out.put1(AS_BEFORE);
    } else {
      out.put1(OTHER).putText(name);
    }
    return name;
  }

  private static String readName(ByteReader in, String before) {
    return in.get1() == AS_BEFORE ? before : in.getText();
  }
}
