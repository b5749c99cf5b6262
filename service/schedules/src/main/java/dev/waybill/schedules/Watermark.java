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

/// The time up to which all slots of the store are handled, as a fact that only moves forward.
///
/// The server that moved it last fires; the other servers come a few seconds later and find the
/// work done. This only saves work: a slot fires once even if all servers try.
final class Watermark {

  static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "schedules", "watermark");

  /// The minimum interval between two moves.
  static final Duration EVERY = Duration.ofSeconds(2);

  /// The number of moves after which replaced facts are deleted.
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

  /// @param server distinguishes this server from others and from its own earlier processes
  Watermark(Ledger ledger, String server) {
    this.ledger = ledger;
    this.server = server;
  }

  @Nullable Instant reached() {
    return reached;
  }

  /// Whether this server should fire at once.
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

  /// Marks that there is something to record.
  void isBehind() {
    behind = true;
  }

  /// When it must be moved, or the end of time.
  Instant dueAt() {
    if (!behind) {
      return Instant.MAX;
    }
    return movedAt == null ? Instant.MIN : movedAt.plus(EVERY);
  }

  boolean isDue(Instant now) {
    return !dueAt().isAfter(now);
  }

  /// Moves it, unless another server does.
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

  /// Moves it a last time, if there is something to record.
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
