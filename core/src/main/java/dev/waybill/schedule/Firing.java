package dev.waybill.schedule;

import dev.waybill.JobId;
import dev.waybill.State;
import java.time.Instant;
import java.util.List;

/// One time that a schedule fired, and what it started.
///
/// @param slot the time the schedule says, or the time it was asked to run now
/// @param byHand it was asked to run now
/// @param firedAt when its first job was made
public record Firing(Instant slot, boolean byHand, Instant firedAt, List<Started> jobs) {

  public record Started(JobId id, String queue, State state) {}

  public Firing {
    jobs = List.copyOf(jobs);
  }
}
