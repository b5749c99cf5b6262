package dev.waybill;

import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.SettleResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a worker needs of Waybill. Every call answers after its effect is durable.
public interface JobSource {

  /// Jobs that may start now, each under a lease of its own; empty when none came within the wait.
  /// Ends early where the payloads come to [Limits#LEASE_BYTES].
  ///
  /// An interrupt ends the waiting with [Code#INTERRUPTED]; no job is lost by it.
  List<Lease> lease(LeaseRequest request);

  /// Holds leases for longer; one answer per token, in order.
  ///
  /// @param leaseDuration from now on; null for the setting of the queue of each job
  List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration);

  /// Ends attempts; one answer per settlement, in order.
  List<SettleResult> settle(List<Settlement> settlements);

  /// Stores events of a running attempt; those published before are left as they are.
  PublishResult publish(TaskToken token, List<NewEvent> events);

  default SettleResult settle(TaskToken token, Outcome outcome) {
    return settle(List.of(new Settlement(token, outcome))).getFirst();
  }
}
