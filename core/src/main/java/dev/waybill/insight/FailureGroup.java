package dev.waybill.insight;

import dev.waybill.JobId;
import java.time.Instant;
import java.util.List;

/// Jobs that ended with the same error: same queue and type, same class, and the same message apart
/// from numbers and IDs.
///
/// @param group selects these jobs in lists and bulk changes
/// @param samples the IDs of the latest of these jobs
public record FailureGroup(
    String group, Cause cause, Place place, long count, Times times, List<JobId> samples) {

  /// @param code the class of the error
  /// @param message with numbers and IDs replaced
  public record Cause(String code, String message) {}

  public record Place(String queue, String type) {}

  /// When the first and the last of these jobs ended.
  public record Times(Instant first, Instant last) {}

  public FailureGroup {
    samples = List.copyOf(samples);
  }
}
