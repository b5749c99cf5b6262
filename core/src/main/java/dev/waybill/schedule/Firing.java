package dev.waybill.schedule;

import dev.waybill.JobId;
import dev.waybill.State;
import java.time.Instant;
import java.util.List;

/// A firing of a schedule, and the jobs that it started.
///
/// @param slot the planned time, or the time of the manual run
/// @param byHand whether it was started manually
/// @param firedAt when its first job was created
public record Firing(Instant slot, boolean byHand, Instant firedAt, List<Started> jobs) {

  public record Started(JobId id, String queue, State state) {}

  public Firing {
    jobs = List.copyOf(jobs);
  }
}
