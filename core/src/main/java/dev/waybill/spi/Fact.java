package dev.waybill.spi;

import dev.waybill.Payload;
import java.time.Instant;

/// Something that happened to one thing.
///
/// @param key what it happened to, such as `handoff/<message id>`
/// @param type its name, unique within (key, attempt): the same again is a duplicate
/// @param state the state it leads to
/// @param rank how far along that state is
/// @param standing decides between states of equal rank before time does: `complaint` stands over
///     `delivered`
/// @param at when it happened
public record Fact(
    LedgerKey key,
    int attempt,
    String type,
    String state,
    int rank,
    int standing,
    Instant at,
    Payload data) {

  /// Whether this fact moves the latest state on from `latest`.
  public boolean advances(Latest latest) {
    if (attempt != latest.attempt()) {
      return attempt > latest.attempt();
    }
    if (rank != latest.rank()) {
      return rank > latest.rank();
    }
    if (standing != latest.standing()) {
      return standing > latest.standing();
    }
    return at.isAfter(latest.at());
  }

  /// Where a thing stands.
  ///
  /// @param version how often the latest state has moved
  public record Latest(
      LedgerKey key,
      int attempt,
      String state,
      int rank,
      int standing,
      long version,
      Instant at,
      Payload data) {}

  /// A fact with its place in the ledger.
  public record Recorded(long position, Fact fact) {}
}
