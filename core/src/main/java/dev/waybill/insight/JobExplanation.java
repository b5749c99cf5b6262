package dev.waybill.insight;

import dev.waybill.JobId;
import dev.waybill.State;
import java.util.List;

/// Why a job is where it is.
///
/// @param summary one sentence
/// @param reasons what led to it, in order
/// @param next what happens next, or what to do
public record JobExplanation(
    JobId id, State state, String summary, List<String> reasons, String next) {

  public JobExplanation {
    reasons = List.copyOf(reasons);
  }
}
