package dev.waybill.server.grpc.mapping;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnsafeByteOperations;
import dev.waybill.Attempt;
import dev.waybill.JobEvent;
import dev.waybill.Lease;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.proto.v1.CompleteJobResponse;
import dev.waybill.proto.v1.CompleteJobResult;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.proto.v1.EnqueueJobResponse;
import dev.waybill.proto.v1.EnqueueJobResult;
import dev.waybill.proto.v1.InvalidField;
import dev.waybill.proto.v1.JobState;
import dev.waybill.proto.v1.Refusal;
import dev.waybill.proto.v1.UpdateJobVisibilityResponse;
import dev.waybill.proto.v1.UpdateJobVisibilityResult;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.Extended;
import dev.waybill.result.FieldError;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import java.time.Duration;
import java.time.Instant;

/// Converts answers to messages. Jobs are in [JobToProto].
public final class ToProto {

  private ToProto() {}

  public static EnqueueJobResponse enqueued(Enqueued enqueued) {
    return EnqueueJobResponse.newBuilder()
        .setJobId(enqueued.id().toString())
        .setCreatedAt(time(enqueued.createdAt()))
        .setState(state(enqueued.state()))
        .setDuplicate(enqueued.duplicate())
        .build();
  }

  public static EnqueueJobResult result(EnqueueResult result) {
    EnqueueJobResult.Builder item = EnqueueJobResult.newBuilder();
    return switch (result) {
      case Enqueued enqueued -> item.setEnqueued(enqueued(enqueued)).build();
      case Refused refused -> item.setRefused(refusal(refused)).build();
    };
  }

  public static DequeuedJob dequeued(Lease lease) {
    return DequeuedJob.newBuilder()
        .setJob(JobToProto.whole(lease.job()))
        .setTaskToken(lease.token().value())
        .setVisibilityTimeout(duration(lease.leaseDuration()))
        .build();
  }

  public static UpdateJobVisibilityResponse extended(Extended extended) {
    return UpdateJobVisibilityResponse.newBuilder()
        .setRemaining(duration(extended.remaining()))
        .setCancelRequested(extended.cancelRequested())
        .build();
  }

  public static UpdateJobVisibilityResult result(ExtendResult result) {
    UpdateJobVisibilityResult.Builder item = UpdateJobVisibilityResult.newBuilder();
    return switch (result) {
      case Extended extended -> item.setUpdated(extended(extended)).build();
      case Refused refused -> item.setRefused(refusal(refused)).build();
    };
  }

  public static CompleteJobResult result(SettleResult result) {
    CompleteJobResult.Builder item = CompleteJobResult.newBuilder();
    return switch (result) {
      case Settled settled ->
          item.setCompleted(CompleteJobResponse.newBuilder().setState(state(settled.state())))
              .build();
      case Refused refused -> item.setRefused(refusal(refused)).build();
    };
  }

  public static dev.waybill.proto.v1.JobEvent event(JobEvent event) {
    return dev.waybill.proto.v1.JobEvent.newBuilder()
        .setJobId(event.job().toString())
        .setAttempt(event.attempt())
        .setSequence(event.sequence())
        .setType(event.type())
        .setTimestamp(time(event.at()))
        .setData(bytes(event.data()))
        .build();
  }

  public static dev.waybill.proto.v1.Attempt attempt(Attempt attempt) {
    var made =
        dev.waybill.proto.v1.Attempt.newBuilder()
            .setNumber(attempt.number())
            .setWorker(attempt.worker())
            .setStartedAt(time(attempt.startedAt()));
    if (attempt.endedAt() != null) {
      made.setEndedAt(time(attempt.endedAt()));
    }
    if (attempt.ending() != null) {
      made.setEnding(ending(attempt.ending()));
    }
    if (attempt.failure() != null) {
      made.setFailure(JobToProto.failure(attempt.failure()));
    }
    return made.build();
  }

  public static Refusal refusal(Refused refused) {
    return Refusal.newBuilder()
        .setCode(refused.code().wire())
        .setMessage(refused.detail())
        .setRetryable(refused.code().isRetryable())
        .addAllErrors(refused.errors().stream().map(ToProto::invalid).toList())
        .build();
  }

  private static InvalidField invalid(FieldError error) {
    return InvalidField.newBuilder()
        .setPointer(error.pointer())
        .setCode(error.code())
        .setMessage(error.message())
        .build();
  }

  public static JobState state(State state) {
    return switch (state) {
      case SCHEDULED -> JobState.JOB_STATE_SCHEDULED;
      case QUEUED -> JobState.JOB_STATE_QUEUED;
      case RUNNING -> JobState.JOB_STATE_RUNNING;
      case COMPLETED -> JobState.JOB_STATE_COMPLETED;
      case FAILED -> JobState.JOB_STATE_FAILED;
      case CANCELLED -> JobState.JOB_STATE_CANCELLED;
      case DEAD -> JobState.JOB_STATE_DEAD;
    };
  }

  public static Timestamp time(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  public static com.google.protobuf.Duration duration(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  /// Payloads never change, so their bytes need no copy.
  public static ByteString bytes(Payload payload) {
    return UnsafeByteOperations.unsafeWrap(payload.bytesWithoutCopy());
  }

  private static dev.waybill.proto.v1.Attempt.Ending ending(Attempt.Ending ending) {
    return switch (ending) {
      case COMPLETED -> dev.waybill.proto.v1.Attempt.Ending.ENDING_COMPLETED;
      case ERROR -> dev.waybill.proto.v1.Attempt.Ending.ENDING_ERROR;
      case FAILED -> dev.waybill.proto.v1.Attempt.Ending.ENDING_FAILED;
      case SNOOZED -> dev.waybill.proto.v1.Attempt.Ending.ENDING_SNOOZED;
      case RELEASED -> dev.waybill.proto.v1.Attempt.Ending.ENDING_RELEASED;
      case CANCELLED -> dev.waybill.proto.v1.Attempt.Ending.ENDING_CANCELLED;
      case CRASHED -> dev.waybill.proto.v1.Attempt.Ending.ENDING_CRASHED;
    };
  }
}
