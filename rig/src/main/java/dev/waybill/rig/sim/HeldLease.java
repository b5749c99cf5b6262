package dev.waybill.rig.sim;

import dev.waybill.Lease;
import dev.waybill.TaskToken;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;

/// A token that a worker has, and its attempt.
final class HeldLease {

  final TaskToken token;
  final LeaseKey key;

  /// The sequence of the next event.
  long sequence;

  HeldLease(String tenant, Lease lease) {
    token = lease.token();
    key = new LeaseKey(new JobKey(tenant, lease.job().id()), lease.job().attempt());
  }
}
