package dev.waybill.worker;

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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Wraps a source, fails on demand and counts the calls.
final class FaultySource implements JobSource {

  final AtomicInteger extensions = new AtomicInteger();
  final Set<TaskToken> extended = ConcurrentHashMap.newKeySet();
  final AtomicBoolean extendingFails = new AtomicBoolean();
  final AtomicInteger failingSettles = new AtomicInteger();
  final AtomicInteger failingLeases = new AtomicInteger();
  volatile Runnable beforeLeasesArrive = () -> {};
  volatile Runnable beforeSettling = () -> {};
  private final JobSource real;

  FaultySource(JobSource real) {
    this.real = real;
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    failWhile(failingLeases.getAndDecrement() > 0);
    List<Lease> leases = real.lease(request);
    beforeLeasesArrive.run();
    return leases;
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    failWhile(extendingFails.get());
    extended.addAll(tokens);
    extensions.addAndGet(tokens.size());
    return real.extend(tokens, leaseDuration);
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    beforeSettling.run();
    failWhile(failingSettles.getAndDecrement() > 0);
    return real.settle(settlements);
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    return real.publish(token, events);
  }

  private static void failWhile(boolean told) {
    if (told) {
      throw new WaybillException(Code.STORE_FAILED, "as the test asked for");
    }
  }
}
