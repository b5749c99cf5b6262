package dev.waybill.spi;

import dev.waybill.Payload;
import java.time.Instant;

/// A fact about one subject.
///
/// @param key the subject
/// @param type its name, unique within (key, attempt): another fact with this name is a duplicate
/// @param state the state that it leads to
/// @param rank the order of that state; states only move to equal or higher ranks
/// @param standing decides between states of equal rank before time does: `complaint` wins over
///     `delivered`
/// @param at when it happened; retention counts from this time
public record Fact(
    LedgerKey key,
    int attempt,
    String type,
    String state,
    int rank,
    int standing,
    Instant at,
    Payload data) {

  /// A fact whose type is also its state, for subjects whose states all have the same rank.
  public static Fact of(LedgerKey key, int attempt, String type, Instant at, Payload data) {
    return new Fact(key, attempt, type, type, 0, 0, at, data);
  }

  public Fact withState(String leadsTo) {
    return new Fact(key, attempt, type, leadsTo, rank, standing, at, data);
  }

  public Fact withRank(int how, int between) {
    return new Fact(key, attempt, type, state, how, between, at, data);
  }

  public Fact withData(Payload other) {
    return new Fact(key, attempt, type, state, rank, standing, at, other);
  }

  /// Whether this fact replaces the latest state.
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

  /// The latest state of a subject.
  ///
  /// @param position the position of the fact that led to it
  /// @param version how often the latest state has changed
  public record Latest(long position, long version, Fact fact) {

    public LedgerKey key() {
      return fact.key();
    }

    public int attempt() {
      return fact.attempt();
    }

    public String state() {
      return fact.state();
    }

    public int rank() {
      return fact.rank();
    }

    public int standing() {
      return fact.standing();
    }

    public Instant at() {
      return fact.at();
    }

    public Payload data() {
      return fact.data();
    }
  }

  /// A fact with its position in the ledger.
  public record Recorded(long position, Fact fact) {}
}
