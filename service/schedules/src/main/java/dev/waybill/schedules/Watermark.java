package dev.waybill.schedules;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Up to when all slots of the store have been seen to, as a fact that only moves forward.
///
/// Whoever moved it last fires; the other servers come a few seconds later and find the work done.
/// That saves work and nothing more: a slot fires once even where all of them try.
final class Watermark {

  static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "schedules", "watermark");

  /// How often it is moved at most.
  static final Duration EVERY = Duration.ofSeconds(2);

  /// After so many moves, replaced facts are deleted.
  static final int KEPT = 64;

  private static final String FIRED = "fired";

  private final Ledger ledger;
  private final String server;
  private @Nullable Instant reached;
  private long position;
  private int moves;
  private @Nullable Instant movedAt;
  private boolean mine = true;
  private boolean behind;

  /// @param server tells this server from others and from its own former lives
  Watermark(Ledger ledger, String server) {
    this.ledger = ledger;
    this.server = server;
  }

  @Nullable Instant reached() {
    return reached;
  }

  /// Whether it is for this server to fire at once.
  boolean isMine() {
    return mine;
  }

  /// Reads it again.
  void look() {
    for (Fact.Latest latest : ledger.latest(List.of(KEY))) {
      reached = latest.at();
      position = latest.position();
      mine = latest.data().text().equals(server);
    }
  }

  /// There is something new to say.
  void isBehind() {
    behind = true;
  }

  /// When it is to be moved, or the end of time.
  Instant dueAt() {
    if (!behind) {
      return Instant.MAX;
    }
    return movedAt == null ? Instant.MIN : movedAt.plus(EVERY);
  }

  boolean isDue(Instant now) {
    return !dueAt().isAfter(now);
  }

  /// Moves it, unless somebody else does.
  void move(Instant handled, Instant now) {
    if (!isMovedByAnother() && (reached == null || handled.isAfter(reached))) {
      long replaced = position;
      ledger.record(List.of(fact(handled)));
      look();
      movedAt = now;
      if (moves++ % KEPT == 0) {
        ledger.delete(KEY, replaced);
      }
    }
    behind = false;
  }

  /// Moves it a last time, if there is something new to say.
  void finish(Instant handled, Instant now) {
    if (behind) {
      move(handled, now);
    }
  }

  private boolean isMovedByAnother() {
    Instant before = reached;
    look();
    boolean moved = reached != null && (before == null || reached.isAfter(before));
    return moved && !mine;
  }

  private Fact fact(Instant handled) {
    return Fact.of(KEY, 0, handled.toString(), handled, Payload.of(server)).withState(FIRED);
  }
}
