package dev.waybill.schedule;

import java.time.Instant;

/// Slots that did not fire, and why.
///
/// @param first the first of the slots
/// @param last the last of the slots; equal to `first` if there was one
/// @param at when they were skipped
public record Skipped(
    Instant first, Instant last, long count, Reason reason, String detail, Instant at) {

  public enum Reason {
    /// The previous run had not finished.
    OVERLAP,
    /// No server was running, and the catch-up policy skips the slot.
    MISSED,
    /// The job or event was refused, and a retry would be refused as well.
    REFUSED,
    /// The event matched no subscription.
    NOBODY
  }
}
