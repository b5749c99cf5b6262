package dev.waybill.wire;

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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Leases one after the other as bytes. Names that are the same as in the one before are not
/// repeated. A lease with anything unusual about it is written as JSON.
final class LeaseBytes {

  private static final int AS_JSON = 0;
  private static final int PLAIN = 1;
  private static final int AS_BEFORE = 0;
  private static final int OTHER = 1;

  /// By their numbers.
  private static final List<Priority> PRIORITIES =
      List.of(Priority.HIGH, Priority.NORMAL, Priority.LOW);

  private String tenant = "";
  private String queue = "";
  private String type = "";
  private String worker = "";

  void write(ByteWriter out, Lease lease) {
    if (isPlain(lease)) {
      out.put1(PLAIN);
      writePlain(out, lease);
    } else {
      byte[] json = JsonOut.write(Encoding.BASE64, fields -> LeaseJson.write(fields, lease));
      out.put1(AS_JSON).putBytes(json);
    }
  }

  Lease read(ByteReader in) {
    return switch (in.get1()) {
      case PLAIN -> readPlain(in);
      case AS_JSON -> JsonIn.readAnswer(in.getBytes(), LeaseJson::read);
      default -> throw WorkBytes.malformed("a lease of a kind that is not known");
    };
  }

  /// Whether it has nothing that has no place in [#writePlain].
  private static boolean isPlain(Lease lease) {
    NewJob request = lease.job().request();
    Job.Progress progress = lease.job().progress();
    return progress.state() == State.RUNNING
        && progress.worker() != null
        && progress.leaseUntil() != null
        && !progress.cancelRequested()
        && progress.result() == null
        && progress.failure() == null
        && request.tags().isEmpty()
        && request.delay().isZero()
        && request.runAt() == null
        && request.deadline() == null
        && request.timeout() == null
        && request.retry() == null
        && isWhole(lease.hold())
        && isWhole(lease.job().createdAt())
        && isWhole(progress.runAt())
        && isWhole(progress.updatedAt())
        && isWhole(progress.leaseUntil());
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
    out.put8(lease.hold().toMillis());
    out.put8(job.id().high()).put8(job.id().low());
    out.put8(job.createdAt().toEpochMilli());
    out.put8(progress.runAt().toEpochMilli());
    out.put8(progress.updatedAt().toEpochMilli());
    out.put8(Objects.requireNonNull(progress.leaseUntil()).toEpochMilli());
    out.putSmall(progress.attempt()).putSmall(progress.generation());
    out.putSmall(progress.errors()).putSmall(progress.crashes());
    out.put1(PRIORITIES.indexOf(job.priority()));
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
    Duration hold = Duration.ofMillis(in.get8());
    JobId id = new JobId(in.get8(), in.get8());
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
        new Job.Progress(
            State.RUNNING,
            attempt,
            generation,
            errors,
            crashes,
            runAt,
            updatedAt,
            false,
            worker,
            leaseUntil,
            null,
            null);
    return new Lease(new Job(id, tenant, createdAt, request, progress), token, hold);
  }

  private NewJob readRequest(ByteReader in, Priority priority) {
    @Nullable String requestId = in.getOptionalText();
    @Nullable String correlationId = in.getOptionalText();
    @Nullable String traceContext = in.getOptionalText();
    return new NewJob(
        queue,
        type,
        Payload.wrap(in.getBytes()),
        priority,
        requestId,
        correlationId,
        traceContext,
        Set.of(),
        Duration.ZERO,
        null,
        null,
        null,
        null);
  }

  private static Priority readPriority(ByteReader in) {
    int code = in.get1();
    if (code < 0 || code >= PRIORITIES.size()) {
      throw WorkBytes.malformed("a priority that is not known");
    }
    return PRIORITIES.get(code);
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
