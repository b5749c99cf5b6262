package dev.waybill.server.grpc.mapping;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.EventSelection;
import dev.waybill.Failure;
import dev.waybill.JobFilter;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.WaybillException;
import dev.waybill.proto.v1.CompleteJobRequest;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.JobState;
import dev.waybill.proto.v1.ListJobsRequest;
import dev.waybill.proto.v1.StreamEventsRequest;
import dev.waybill.proto.v1.UpdateJobVisibilitiesRequest;
import dev.waybill.proto.v1.UpdateJobVisibilityRequest;
import dev.waybill.server.telemetry.ObservedCall;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Converts requests to core values. Refuses values without a meaning; the engine enforces limits.
public final class FromProto {

  private FromProto() {}

  /// Refuses a list that is too long before its items are read.
  public static void checkCount(int count, int most) {
    if (count > most) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "a call may have at most " + most + " items; it has " + count);
    }
  }

  public static NewJob job(EnqueueJobRequest request) {
    return NewJob.builder(request.getType())
        .queue(queue(request.getQueue()))
        .payload(payload(request.getPayload()))
        .priority(priority(request.getPriority()))
        .requestId(orNull(request.getRequestId()))
        .correlationId(orNull(request.getCorrelationId()))
        .key(orNull(request.getKey()))
        .traceContext(ObservedCall.creationContext(orNull(request.getTraceContext())))
        .tags(new TreeSet<>(request.getTagsList()))
        .delay(request.hasDelay() ? duration(request.getDelay()) : Duration.ZERO)
        .runAt(request.hasRunAt() ? time(request.getRunAt()) : null)
        .deadline(request.hasDeadline() ? time(request.getDeadline()) : null)
        .timeout(request.hasTimeout() ? duration(request.getTimeout()) : null)
        .retry(request.hasRetry() ? retry(request.getRetry()) : null)
        .build();
  }

  public static LeaseRequest lease(DequeueJobsRequest request) {
    return new LeaseRequest(
        queue(request.getQueue()),
        request.getWorker(),
        request.getMaxJobs() == 0 ? 1 : request.getMaxJobs(),
        request.hasVisibilityTimeout() ? duration(request.getVisibilityTimeout()) : null,
        request.hasWait() ? duration(request.getWait()) : Duration.ZERO);
  }

  public static @Nullable Duration leaseDuration(UpdateJobVisibilityRequest request) {
    return request.hasVisibilityTimeout() ? duration(request.getVisibilityTimeout()) : null;
  }

  public static @Nullable Duration leaseDuration(UpdateJobVisibilitiesRequest request) {
    return request.hasVisibilityTimeout() ? duration(request.getVisibilityTimeout()) : null;
  }

  public static List<TaskToken> tokens(List<String> values) {
    return values.stream().map(TaskToken::new).toList();
  }

  public static Settlement settlement(CompleteJobRequest request) {
    return new Settlement(new TaskToken(request.getTaskToken()), outcome(request.getOutcome()));
  }

  public static JobFilter filter(ListJobsRequest request) {
    return JobFilter.ALL
        .withQueue(orNull(request.getQueue()))
        .withStates(states(request.getStatesList()))
        .withType(orNull(request.getType()))
        .withTag(orNull(request.getTag()))
        .withCorrelationId(orNull(request.getCorrelationId()))
        .withRequestId(orNull(request.getRequestId()))
        .withKey(orNull(request.getKey()))
        .withWords(orNull(request.getWords()))
        .withFailureGroup(orNull(request.getFailureGroup()))
        .withCreated(
            request.hasCreatedFrom() ? time(request.getCreatedFrom()) : null,
            request.hasCreatedBefore() ? time(request.getCreatedBefore()) : null);
  }

  public static Page.Request page(ListJobsRequest request) {
    return page(request.getPageSize(), request.getPageToken());
  }

  public static Page.Request page(int size, String token) {
    return new Page.Request(size == 0 ? Page.Request.FIRST.limit() : size, orNull(token));
  }

  public static NewEvent event(dev.waybill.proto.v1.NewEvent event) {
    return new NewEvent(
        event.getSequence(),
        event.getType(),
        event.hasTimestamp() ? time(event.getTimestamp()) : null,
        payload(event.getData()));
  }

  public static EventSelection selection(StreamEventsRequest request) {
    return new EventSelection(
        EventCursor.from(request.getFromAttempt(), request.getFromSequence()),
        request.hasFromTimestamp() ? time(request.getFromTimestamp()) : Instant.MIN,
        Set.copyOf(request.getEventTypesList()));
  }

  public static Instant time(Timestamp timestamp) {
    try {
      return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
    } catch (DateTimeException | ArithmeticException outOfRange) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "not a valid time: " + timestamp.getSeconds() + " seconds since 1970",
          outOfRange);
    }
  }

  static Duration duration(com.google.protobuf.Duration duration) {
    try {
      return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
    } catch (ArithmeticException outOfRange) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "not a valid duration: " + duration.getSeconds() + " seconds",
          outOfRange);
    }
  }

  private static Outcome outcome(dev.waybill.proto.v1.Outcome outcome) {
    return switch (outcome.getOutcomeCase()) {
      case DONE -> new Outcome.Done(payload(outcome.getDone().getResult()));
      case RETRY -> {
        var retry = outcome.getRetry();
        Duration delay = retry.hasDelay() ? duration(retry.getDelay()) : null;
        yield new Outcome.Retry(failure(retry.getFailure()), delay);
      }
      case SNOOZE -> new Outcome.Snooze(duration(outcome.getSnooze().getDelay()));
      case FAIL -> new Outcome.Fail(failure(outcome.getFail().getFailure()));
      case REJECT -> new Outcome.Reject(failure(outcome.getReject().getFailure()));
      case OUTCOME_NOT_SET ->
          throw new WaybillException(
              Code.INVALID_ARGUMENT, "an outcome is required: done, retry, snooze, fail or reject");
    };
  }

  private static Failure failure(dev.waybill.proto.v1.Failure failure) {
    String errorClass = failure.getErrorClass().isEmpty() ? "error" : failure.getErrorClass();
    return new Failure(errorClass, failure.getMessage(), failure.getStack());
  }

  private static RetryPolicy retry(dev.waybill.proto.v1.RetryPolicy policy) {
    RetryPolicy byDefault = RetryPolicy.DEFAULT;
    return new RetryPolicy(
        policy.hasMaxErrors() ? policy.getMaxErrors() : byDefault.maxErrors(),
        policy.hasMaxCrashes() ? policy.getMaxCrashes() : byDefault.maxCrashes(),
        policy.hasFirstDelay() ? duration(policy.getFirstDelay()) : byDefault.firstDelay(),
        policy.hasFactor() ? policy.getFactor() : byDefault.factor(),
        policy.hasMaxDelay() ? duration(policy.getMaxDelay()) : byDefault.maxDelay(),
        policy.hasJitter() ? policy.getJitter() : byDefault.jitter());
  }

  public static Priority priority(dev.waybill.proto.v1.Priority priority) {
    return switch (priority) {
      case PRIORITY_HIGH -> Priority.HIGH;
      case PRIORITY_UNSPECIFIED, PRIORITY_NORMAL -> Priority.NORMAL;
      case PRIORITY_LOW -> Priority.LOW;
      case UNRECOGNIZED ->
          throw new WaybillException(Code.INVALID_ARGUMENT, "the priority is unknown");
    };
  }

  static Set<State> states(List<JobState> asked) {
    Set<State> states = EnumSet.noneOf(State.class);
    asked.forEach(state -> states.add(state(state)));
    return asked.isEmpty() ? EnumSet.allOf(State.class) : states;
  }

  private static State state(JobState state) {
    return switch (state) {
      case JOB_STATE_SCHEDULED -> State.SCHEDULED;
      case JOB_STATE_QUEUED -> State.QUEUED;
      case JOB_STATE_RUNNING -> State.RUNNING;
      case JOB_STATE_COMPLETED -> State.COMPLETED;
      case JOB_STATE_FAILED -> State.FAILED;
      case JOB_STATE_CANCELLED -> State.CANCELLED;
      case JOB_STATE_DEAD -> State.DEAD;
      case JOB_STATE_UNSPECIFIED, UNRECOGNIZED ->
          throw new WaybillException(Code.INVALID_ARGUMENT, "the state is unknown");
    };
  }

  private static Payload payload(ByteString bytes) {
    return Payload.wrap(bytes.toByteArray());
  }

  private static String queue(String name) {
    return name.isEmpty() ? NewJob.DEFAULT_QUEUE : name;
  }

  public static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
