package dev.waybill.server.auth;

import dev.waybill.spi.Ledger;
import java.time.InstantSource;

/// The records of servers in the ledger of their store: API keys, sessions of the console, the
/// audit log, and notes.
public final class Books {

  private final Ledger ledger;
  private final InstantSource clock;
  private final AccessKeys keys;
  private final Sessions sessions;
  private final AuditLog audit;

  public Books(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
    this.keys = new AccessKeys(ledger, clock);
    this.sessions = new Sessions(ledger, keys, clock);
    this.audit = new AuditLog(ledger, clock);
  }

  public AccessKeys keys() {
    return keys;
  }

  public Sessions sessions() {
    return sessions;
  }

  public AuditLog audit() {
    return audit;
  }

  InstantSource clock() {
    return clock;
  }

  /// @param kind the kind of the notes
  /// @param shared whether other servers may use the store at the same time
  SharedNotes notes(String kind, boolean shared) {
    return new SharedNotes(ledger, kind, clock, shared);
  }
}
