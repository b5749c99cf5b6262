package dev.waybill;

import java.time.Instant;

/// A stored event, addressed by job, attempt and sequence.
public record JobEvent(
    JobId job, int attempt, long sequence, String type, Instant at, Payload data) {

  public EventCursor cursor() {
    return new EventCursor(attempt, sequence);
  }
}
