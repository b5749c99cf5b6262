package dev.waybill.insight;

import java.util.List;

/// @param truncated whether there are more groups, or jobs that were not counted
public record Failures(List<FailureGroup> groups, boolean truncated) {

  public Failures {
    groups = List.copyOf(groups);
  }
}
