package dev.waybill.topic;

import java.util.List;

/// Whether a subscription would receive an event.
///
/// @param reasons why not, for people; empty if it would
public record Verdict(String subscription, String queue, boolean matches, List<String> reasons) {

  public Verdict {
    reasons = List.copyOf(reasons);
  }
}
