package dev.waybill.rig;

import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.SettleResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A seeded bug: a stopping worker fails its jobs instead of releasing them.
record FailsOnShutdown(JobSource source) implements JobSource {

  static JobSource where(SeededBug bug, JobSource source) {
    return bug == SeededBug.SHUTDOWN_WRITES_TERMINAL ? new FailsOnShutdown(source) : source;
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    return source.lease(request);
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    return source.extend(tokens, leaseDuration);
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    return source.settle(settlements.stream().map(FailsOnShutdown::failed).toList());
  }

  private static Settlement failed(Settlement settlement) {
    return settlement.outcome() instanceof Outcome.Release
        ? new Settlement(settlement.token(), Outcome.fail("the worker stopped"))
        : settlement;
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    return source.publish(token, events);
  }
}
