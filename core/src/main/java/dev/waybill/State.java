package dev.waybill;

/// The state of a job. Ranks only grow within one attempt; see `docs/lifecycle.md`.
public enum State {
  /// Waits for its start time.
  SCHEDULED(0),
  /// Waits for a worker.
  QUEUED(10),
  /// A worker has leased it.
  RUNNING(20),
  COMPLETED(100),
  /// Ended by a permanent error, its deadline or the `waiting_ttl` of its queue.
  FAILED(100),
  CANCELLED(100),
  /// Used up its attempts or was rejected; kept until redriven or expired.
  DEAD(100);

  private final int rank;

  State(int rank) {
    this.rank = rank;
  }

  public int rank() {
    return rank;
  }

  public boolean isTerminal() {
    return rank == 100;
  }

  public boolean isWaiting() {
    return this == SCHEDULED || this == QUEUED;
  }
}
