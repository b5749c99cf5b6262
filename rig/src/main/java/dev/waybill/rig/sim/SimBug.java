package dev.waybill.rig.sim;

import dev.waybill.spi.BlobStore;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;

/// Mistakes that the simulator must find. They are made here, around the store; no product code
/// knows of them.
enum SimBug {
  NONE,
  /// Maintenance moves a job whatever has become of it since it was read.
  GUARD_IGNORED,
  /// A token of an attempt that is over is taken for one of the current attempt.
  ATTEMPT_NOT_CHECKED,
  /// A job is given back though its worker has extended the lease.
  EXTENSION_IGNORED,
  /// A request id is noted after the job was stored, so a lost answer makes a second job.
  CHECK_THEN_INSERT,
  /// Now and then a job is answered and not stored.
  ANSWER_BEFORE_COMMIT,
  /// A payload is thrown away when it is not known whether its job was stored.
  PAYLOAD_DISCARDED,
  /// Now and then a running job is given to a second worker.
  LEASED_TWICE,
  /// Nobody notices that a worker has vanished.
  NOTHING_LAPSES,
  /// A crash is counted as an error.
  CRASH_COUNTED_AS_ERROR,
  /// The wish to stop a running job is answered and forgotten.
  CANCEL_FORGOTTEN,
  /// An event that was published twice is read twice.
  EVENT_READ_TWICE,
  /// A job is found by its id, whoever asks.
  TENANTS_MIXED,
  /// The latest fact to arrive wins.
  LATEST_GOES_BACK;

  /// The store with the mistake in it, as the witness sees it.
  JobStore below(JobStore store) {
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

  Ledger below(Ledger ledger) {
    return this == LATEST_GOES_BACK ? new BrokenLedger(ledger) : ledger;
  }

  /// The store as an engine sees it that makes the mistake.
  JobStore above(JobStore store, BlobStore blobs) {
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
