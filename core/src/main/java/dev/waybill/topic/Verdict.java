package dev.waybill.topic;

import java.util.List;

/// Whether a queue would get an event.
///
/// @param reasons why not, in words; empty where it would
public record Verdict(String subscription, String queue, boolean matches, List<String> reasons) {

  public Verdict {
    reasons = List.copyOf(reasons);
  }
}
