package dev.waybill;

import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.SettleResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The calls that a worker needs. Every call returns after its effect is durable.
public interface JobSource {

  /// Leases jobs that may start now; empty if there was none within the wait. Returns fewer jobs if
  /// their payloads reach [Limits#LEASE_BYTES].
  ///
  /// An interrupt ends the wait with [Code#INTERRUPTED]; no job is lost.
  List<Lease> lease(LeaseRequest request);

  /// Extends leases; one answer per token, in order.
  ///
  /// @param leaseDuration counted from now; null for the setting of each job's queue
  List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration);

  /// Ends attempts; one answer per settlement, in order.
  List<SettleResult> settle(List<Settlement> settlements);

  /// Stores events of a running attempt; events that were published before are not changed.
  PublishResult publish(TaskToken token, List<NewEvent> events);

  default SettleResult settle(TaskToken token, Outcome outcome) {
    return settle(List.of(new Settlement(token, outcome))).getFirst();
  }
}
