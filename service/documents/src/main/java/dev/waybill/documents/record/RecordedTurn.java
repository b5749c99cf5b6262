package dev.waybill.documents.record;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A turn in the ledger, which all servers of a store see. It ends some minutes after its server
/// has last kept it, so that the turn of a server that died passes to another one.
///
/// Each turn has the next number, and the ledger records each number once.
public final class RecordedTurn implements FillingTurn {

  static final Duration LASTS = Duration.ofMinutes(5);

  /// The rest of the time is for the document that is being replaced.
  static final Duration KEEP_AFTER = Duration.ofMinutes(1);

  private static final LedgerKey KEY =
      new LedgerKey(Tenants.SYSTEM, Retention.OF_DOCUMENT_SERVICE + "filling", "");
  private static final String FREE = "free";

  private final Ledger ledger;
  private final InstantSource clock;
  private final String server = UUID.randomUUID().toString();
  private Instant keepAt = Instant.MIN;

  public RecordedTurn(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  @Override
  public synchronized boolean take() {
    Instant now = clock.instant();
    if (now.isBefore(keepAt)) {
      return true;
    }
    Optional<Fact.Latest> last = last();
    boolean taken =
        last.filter(turn -> isOfAnother(turn, now)).isEmpty() && record(last, server, now);
    keepAt = taken ? now.plus(KEEP_AFTER) : Instant.MIN;
    return taken;
  }

  @Override
  public synchronized void release() {
    Optional<Fact.Latest> last = last();
    if (last.filter(turn -> turn.state().equals(server)).isPresent()) {
      var _ = record(last, FREE, clock.instant());
    }
    keepAt = Instant.MIN;
  }

  private Optional<Fact.Latest> last() {
    return ledger.latest(List.of(KEY)).stream().findFirst();
  }

  private boolean isOfAnother(Fact.Latest turn, Instant now) {
    return !turn.state().equals(server)
        && !turn.state().equals(FREE)
        && now.isBefore(turn.at().plus(LASTS));
  }

  /// False if another server was faster. Turns before the last one are of no use any more.
  private boolean record(Optional<Fact.Latest> last, String state, Instant now) {
    int number = last.map(Fact.Latest::attempt).orElse(0) + 1;
    Fact turn = Fact.of(KEY, number, "turn", now, Payload.empty()).withState(state);
    if (ledger.record(List.of(turn)).getFirst() != Ledger.Answer.APPLIED) {
      return false;
    }
    last.ifPresent(before -> ledger.delete(KEY, before.position()));
    return true;
  }
}
