package dev.waybill.spi;

import dev.waybill.Payload;
import java.time.Instant;

/// Something that happened to one thing.
///
/// @param key what it happened to
/// @param type its name, unique within (key, attempt): the same again is a duplicate
/// @param state the state it leads to
/// @param rank how far along that state is
/// @param standing decides between states of equal rank before time does: `complaint` stands over
///     `delivered`
/// @param at when it happened; its retention counts from then
public record Fact(
    LedgerKey key,
    int attempt,
    String type,
    String state,
    int rank,
    int standing,
    Instant at,
    Payload data) {

  /// A fact whose type is the state it leads to, where all states have the same rank.
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

  /// The latest state of a thing.
  ///
  /// @param position the place of the fact that led to it
  /// @param version how often the latest state has moved
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

  /// A fact with its place in the ledger.
  public record Recorded(long position, Fact fact) {}
}
