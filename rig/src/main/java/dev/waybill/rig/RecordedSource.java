package dev.waybill.rig;

import dev.waybill.Job;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A job source that records the calls of a worker. It keeps the tokens of ended attempts, so that
/// they can be used late.
final class RecordedSource implements JobSource {

  private final JobSource source;
  private final Recorder recorder;
  private final Map<TaskToken, String> attempts = new ConcurrentHashMap<>();
  private final Map<String, TaskToken> lastTokens = new ConcurrentHashMap<>();

  RecordedSource(JobSource source, Recorder recorder) {
    this.source = source;
    this.recorder = recorder;
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    return recorder.around(
        HistoryLine.Kind.LEASE, List.of(), () -> source.lease(request), this::leased);
  }

  private List<String> leased(List<Lease> leases) {
    return leases.stream().map(this::leased).toList();
  }

  private String leased(Lease lease) {
    Job job = lease.job();
    String attempt = job.id() + "," + job.attempt() + "," + job.progress().generation();
    attempts.put(lease.token(), attempt);
    return attempt;
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    return source.extend(tokens, leaseDuration);
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    return recorder.around(
        HistoryLine.Kind.SETTLE,
        settlements.stream().map(this::asked).toList(),
        () -> source.settle(settlements),
        answers -> answers.stream().map(RecordedSource::answered).toList());
  }

  private String asked(Settlement settlement) {
    String attempt = Objects.requireNonNull(attempts.get(settlement.token()));
    lastTokens.put(attempt.substring(0, attempt.indexOf(',')), settlement.token());
    return attempt + "," + word(settlement.outcome());
  }

  private static String word(Outcome outcome) {
    return outcome.getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }

  private static String answered(SettleResult answer) {
    return switch (answer) {
      case Settled settled -> settled.state().name();
      case Refused refused -> "!" + refused.code().wire();
    };
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    String attempt = Objects.requireNonNull(attempts.get(token));
    long last = events.getLast().sequence();
    return recorder.around(
        HistoryLine.Kind.PUBLISH,
        List.of(attempt + "," + last),
        () -> source.publish(token, events),
        RecordedSource::answered);
  }

  private static List<String> answered(PublishResult answer) {
    return switch (answer) {
      case Published published -> List.of("" + published.added());
      case Refused refused -> List.of("!" + refused.code().wire());
    };
  }

  /// Completes the job with the token of an earlier attempt, like a worker that was suspended. Each
  /// token is used once.
  void settleLate(Job job) {
    TaskToken late = lastTokens.remove(job.id().toString());
    if (late != null) {
      settle(List.of(new Settlement(late, Outcome.done("late"))));
    }
  }
}
