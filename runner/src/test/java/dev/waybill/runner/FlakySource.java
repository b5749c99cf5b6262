package dev.waybill.runner;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.WaybillException;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.SettleResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Wraps a source; publishing fails on demand.
final class FlakySource implements JobSource {

  /// Events that cannot be published. Events before them in the same call are published.
  volatile Predicate<NewEvent> unreachable = _ -> false;

  /// How many more responses are lost after the events were stored.
  final AtomicInteger lostAnswers = new AtomicInteger();

  final AtomicInteger failures = new AtomicInteger();
  volatile boolean extendingFails;

  /// The source extends leases, but its responses are lost.
  volatile boolean extendAnswersGetLost;

  private final JobSource real;

  FlakySource(JobSource real) {
    this.real = real;
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    return real.lease(request);
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    failWhile(extendingFails);
    List<ExtendResult> answers = real.extend(tokens, leaseDuration);
    failWhile(extendAnswersGetLost);
    return answers;
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    return real.settle(settlements);
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    List<NewEvent> reachable = events.stream().takeWhile(unreachable.negate()).toList();
    PublishResult answer = real.publish(token, reachable);
    failWhile(reachable.size() < events.size());
    failWhile(lostAnswers.getAndUpdate(left -> Math.max(0, left - 1)) > 0);
    return answer;
  }

  private void failWhile(boolean told) {
    if (told) {
      failures.incrementAndGet();
      throw new WaybillException(Code.STORE_FAILED, "as the test asked for");
    }
  }
}
