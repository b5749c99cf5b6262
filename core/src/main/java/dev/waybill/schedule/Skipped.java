package dev.waybill.schedule;

import java.time.Instant;

/// Slots that did not fire, and why.
///
/// @param first the first of the slots
/// @param last the last of them; the same where it was one
/// @param at when that was decided
public record Skipped(
    Instant first, Instant last, long count, Reason reason, String detail, Instant at) {

  public enum Reason {
    /// The run before had not ended.
    OVERLAP,
    /// No server was there, and the catch-up policy leaves it out.
    MISSED,
    /// The job or event was refused, and would be again.
    REFUSED,
    /// The event matched no subscription.
    NOBODY
  }
}
