package dev.waybill.rig.sim.bug;

import dev.waybill.spi.BlobStore;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;

/// Bugs that the simulator must find. They are seeded around the store; no product code is changed.
public enum SimBug {
  NONE,
  /// Maintenance changes a job without checking its current state.
  GUARD_IGNORED,
  /// A token of an ended attempt is accepted for the current attempt.
  ATTEMPT_NOT_CHECKED,
  /// A job is released although its worker has extended the lease.
  EXTENSION_IGNORED,
  /// A request ID is stored after the job, so a lost answer creates a second job.
  CHECK_THEN_INSERT,
  /// Sometimes a job is acknowledged and not stored.
  ANSWER_BEFORE_COMMIT,
  /// A payload is deleted when it is unknown whether its job was stored.
  PAYLOAD_DISCARDED,
  /// Sometimes a running job is leased to a second worker.
  LEASED_TWICE,
  /// Leases never expire.
  NOTHING_LAPSES,
  /// A crash is counted as an error.
  CRASH_COUNTED_AS_ERROR,
  /// A cancel request for a running job is acknowledged and lost.
  CANCEL_FORGOTTEN,
  /// An event that was published twice is read twice.
  EVENT_READ_TWICE,
  /// A job is found by its ID by any tenant.
  TENANTS_MIXED,
  /// The latest fact to arrive wins.
  LATEST_GOES_BACK;

  /// The store with the bug, below the oracle.
  public JobStore below(JobStore store) {
    return switch (this) {
      case GUARD_IGNORED -> new BrokenSteps.GuardIgnored(store);
      case ATTEMPT_NOT_CHECKED -> new BrokenSteps.AttemptNotChecked(store);
      case CRASH_COUNTED_AS_ERROR -> new BrokenSteps.CrashCountedAsError(store);
      case CANCEL_FORGOTTEN -> new BrokenSteps.CancelForgotten(store);
      case EXTENSION_IGNORED -> new BrokenSteps.ExtensionIgnored(store);
      case ANSWER_BEFORE_COMMIT -> new BrokenJobs.AnswerBeforeCommit(store);
      case LEASED_TWICE -> new BrokenJobs.LeasedTwice(store);
      case NOTHING_LAPSES -> new BrokenJobs.NothingLapses(store);
      case EVENT_READ_TWICE -> new BrokenJobs.EventReadTwice(store);
      case TENANTS_MIXED -> new BrokenJobs.TenantsMixed(store);
      case NONE, CHECK_THEN_INSERT, PAYLOAD_DISCARDED, LATEST_GOES_BACK -> store;
    };
  }

  public Ledger below(Ledger ledger) {
    return this == LATEST_GOES_BACK ? new BrokenLedger(ledger) : ledger;
  }

  /// The store with the bug, between the engine and the oracle.
  public JobStore above(JobStore store, BlobStore blobs) {
    return switch (this) {
      case CHECK_THEN_INSERT -> new BrokenJobs.CheckThenInsert(store);
      case PAYLOAD_DISCARDED -> new BrokenJobs.PayloadDiscarded(store, blobs);
      case NONE,
          GUARD_IGNORED,
          ATTEMPT_NOT_CHECKED,
          EXTENSION_IGNORED,
          ANSWER_BEFORE_COMMIT,
          LEASED_TWICE,
          NOTHING_LAPSES,
          CRASH_COUNTED_AS_ERROR,
          CANCEL_FORGOTTEN,
          EVENT_READ_TWICE,
          TENANTS_MIXED,
          LATEST_GOES_BACK ->
          store;
    };
  }
}
