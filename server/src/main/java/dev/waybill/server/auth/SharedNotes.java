package dev.waybill.server.auth;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Notes that servers on one store write for each other, and for themselves after a restart: a
/// history in the ledger that each of them follows. For one thread at a time.
public final class SharedNotes {

  private static final int PAGE = 1_000;

  /// @param kind the subject of the note
  public record Note(String kind, Payload data) {}

  private final Ledger ledger;
  private final LedgerKey key;
  private final InstantSource clock;
  private final boolean shared;
  private long position;

  /// @param kind the kind of the facts
  /// @param shared whether other servers may use the store at the same time
  public SharedNotes(Ledger ledger, String kind, InstantSource clock, boolean shared) {
    this.ledger = ledger;
    this.key = new LedgerKey(Tenants.SYSTEM, kind, "");
    this.clock = clock;
    this.shared = shared;
  }

  public boolean isShared() {
    return shared;
  }

  public Instant now() {
    return clock.instant();
  }

  /// Returns when the note is durable; false if there is already one with this ID.
  public boolean add(String id, Note note) {
    Fact fact = Fact.of(key, 1, id, now(), note.data()).withState(note.kind());
    return ledger.record(List.of(fact)).getFirst() != Ledger.Answer.DUPLICATE;
  }

  /// The notes that any server added since the last call.
  public List<Note> next() {
    List<Note> notes = new ArrayList<>();
    List<Fact.Recorded> some;
    do {
      some = ledger.history(key, position, PAGE);
      for (Fact.Recorded recorded : some) {
        position = recorded.position();
        notes.add(new Note(recorded.fact().state(), recorded.fact().data()));
      }
    } while (some.size() == PAGE);
    return notes;
  }
}
