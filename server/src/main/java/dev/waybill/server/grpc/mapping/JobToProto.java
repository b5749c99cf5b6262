package dev.waybill.server.grpc.mapping;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Converts jobs to messages. Fields that a job does not have are not set.
public final class JobToProto {

  private JobToProto() {}

  /// With payload and result, which may have to be loaded.
  public static dev.waybill.proto.v1.Job whole(Job job) {
    dev.waybill.proto.v1.Job.Builder made = common(job).setPayload(ToProto.bytes(job.payload()));
    job.result().ifPresent(result -> made.setResult(ToProto.bytes(result)));
    return made.build();
  }

  /// Without payload and result, so that the size of a page is limited.
  public static dev.waybill.proto.v1.Job listed(Job job) {
    return common(job).build();
  }

  public static dev.waybill.proto.v1.Failure failure(Failure failure) {
    return dev.waybill.proto.v1.Failure.newBuilder()
        .setErrorClass(failure.errorClass())
        .setMessage(failure.message())
        .setStack(failure.stack())
        .build();
  }

  private static dev.waybill.proto.v1.Job.Builder common(Job job) {
    dev.waybill.proto.v1.Job.Builder made =
        dev.waybill.proto.v1.Job.newBuilder()
            .setJobId(job.id().toString())
            .setCreatedAt(ToProto.time(job.createdAt()));
    addRequest(made, job.request());
    addProgress(made, job.progress());
    return made;
  }

  private static void addRequest(dev.waybill.proto.v1.Job.Builder made, NewJob request) {
    made.setQueue(request.queue())
        .setType(request.type())
        .setPriority(priority(request.priority()))
        .addAllTags(request.tags())
        .setPayloadSize(request.payload().size());
    ifSet(request.requestId(), made::setRequestId);
    ifSet(request.correlationId(), made::setCorrelationId);
    ifSet(request.key(), made::setKey);
    ifSet(request.traceContext(), made::setTraceContext);
    ifSet(request.deadline(), (Instant time) -> made.setDeadline(ToProto.time(time)));
    ifSet(request.timeout(), (Duration limit) -> made.setTimeout(ToProto.duration(limit)));
    ifSet(request.retry(), (RetryPolicy policy) -> made.setRetry(retry(policy)));
  }

  private static void addProgress(dev.waybill.proto.v1.Job.Builder made, Job.Progress progress) {
    made.setState(ToProto.state(progress.state()))
        .setAttempt(progress.attempt())
        .setGeneration(progress.generation())
        .setErrors(progress.errors())
        .setCrashes(progress.crashes())
        .setRunAt(ToProto.time(progress.runAt()))
        .setUpdatedAt(ToProto.time(progress.updatedAt()))
        .setCancelRequested(progress.cancelRequested());
    ifSet(progress.worker(), made::setWorker);
    ifSet(progress.leaseUntil(), (Instant time) -> made.setVisibleAgainAt(ToProto.time(time)));
    ifSet(progress.result(), (Payload result) -> made.setResultSize(result.size()));
    ifSet(progress.failure(), (Failure failure) -> made.setFailure(failure(failure)));
  }

  private static dev.waybill.proto.v1.RetryPolicy retry(RetryPolicy policy) {
    return dev.waybill.proto.v1.RetryPolicy.newBuilder()
        .setMaxErrors(policy.maxErrors())
        .setMaxCrashes(policy.maxCrashes())
        .setFirstDelay(ToProto.duration(policy.firstDelay()))
        .setFactor(policy.factor())
        .setMaxDelay(ToProto.duration(policy.maxDelay()))
        .setJitter(policy.jitter())
        .build();
  }

  private static dev.waybill.proto.v1.Priority priority(Priority priority) {
    return switch (priority) {
      case HIGH -> dev.waybill.proto.v1.Priority.PRIORITY_HIGH;
      case NORMAL -> dev.waybill.proto.v1.Priority.PRIORITY_NORMAL;
      case LOW -> dev.waybill.proto.v1.Priority.PRIORITY_LOW;
    };
  }

  private static <T> void ifSet(@Nullable T value, Consumer<T> set) {
    if (value != null) {
      set.accept(value);
    }
  }
}
