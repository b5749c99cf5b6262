package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.admin.AuditEntry;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.AuditEntryJson;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/// Actions of operators, one fact each in the ledger of their tenant. Entries never change and are
/// deleted by [Retention]. Calls without the required scope are counted; see [Refusals].
public final class AuditLog {

  private static final int TARGET_LENGTH = 512;
  private static final int DETAIL_LENGTH = 2_048;

  /// The outcomes of calls without the required scope.
  private static final Set<String> REFUSED = Set.of("forbidden", "permission_denied");

  private final Refusals refusals = new Refusals();

  private final Ledger ledger;
  private final InstantSource clock;

  public AuditLog(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /// An action and its outcome.
  ///
  /// @param outcome `done`, or the error code
  public record Deed(Caller caller, AuditEntry.Act act, String outcome, AuditEntry.Origin origin) {}

  /// Returns when the entry is durable. Two actions in one trace are two entries.
  public void record(Deed deed) {
    if (REFUSED.contains(deed.outcome())) {
      recordRepeats(false);
      if (!refusals.isFirst(deed, clock.millis())) {
        return;
      }
    }
    record(deed, 0);
  }

  /// Runs a call and records its outcome. The caller gets its answer after the entry is durable.
  public <T> T during(
      Supplier<T> call, Function<T, Deed> done, Function<RuntimeException, Deed> failed) {
    T answer;
    try {
      answer = call.get();
    } catch (RuntimeException failure) {
      recordFailure(failure, failed.apply(failure));
      throw failure;
    }
    record(done.apply(answer));
    return answer;
  }

  /// Records a call that has already failed.
  public void recordFailure(RuntimeException failure, Deed deed) {
    try {
      record(deed);
    } catch (RuntimeException also) {
      failure.addSuppressed(also);
    }
  }

  /// Records how often calls were refused in past minutes; called periodically.
  ///
  /// @param all whether to include the current minute, because the server stops
  public void recordRepeats(boolean all) {
    for (Refusals.Repeated repeated : refusals.ended(clock.millis(), all)) {
      record(repeated.last(), repeated.count());
    }
  }

  private static AuditEntry.Act storable(AuditEntry.Act act) {
    return new AuditEntry.Act(
        act.action(),
        Text.storable(act.target(), TARGET_LENGTH),
        act.detail() == null ? null : Text.storable(act.detail(), DETAIL_LENGTH));
  }

  private void record(Deed deed, long repeats) {
    AuditEntry entry =
        new AuditEntry(
            Text.storable(deed.caller().name(), TARGET_LENGTH),
            storable(deed.act()),
            deed.outcome(),
            deed.origin(),
            clock.instant(),
            repeats);
    byte[] data = AuditEntryJson.DOCUMENT.bytes(entry);
    String type = "action:" + UUID.randomUUID();
    Fact fact = Fact.of(key(deed.caller().tenant()), 1, type, entry.at(), Payload.wrap(data));
    ledger.record(List.of(fact.withState(entry.outcome())));
  }

  /// The actions in a tenant, oldest first.
  public Page<AuditEntry> list(String tenant, Page.Request page) {
    checkLimit(page);
    long after = Optional.ofNullable(page.cursor()).map(AuditLog::position).orElse(0L);
    List<Fact.Recorded> facts = ledger.history(key(tenant), after, page.limit());
    boolean full = facts.size() == page.limit();
    return new Page<>(
        facts.stream().map(AuditLog::entry).toList(),
        full ? cursor(facts.getLast().position()) : null);
  }

  static void checkLimit(Page.Request page) {
    if (page.limit() < 1 || page.limit() > Limits.PAGE_SIZE) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "limit must be 1 to " + Limits.PAGE_SIZE);
    }
  }

  private static AuditEntry entry(Fact.Recorded recorded) {
    return AuditEntryJson.DOCUMENT.read(recorded.fact().data().bytesWithoutCopy());
  }

  private static LedgerKey key(String tenant) {
    return new LedgerKey(tenant, Retention.AUDIT, "");
  }

  private static String cursor(long position) {
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(position).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static long position(String cursor) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      if (bytes.length == Long.BYTES) {
        return ByteBuffer.wrap(bytes).getLong();
      }
    } catch (IllegalArgumentException malformed) {
      // handled below, like a cursor of the wrong length
    }
    throw new WaybillException(Code.INVALID_CURSOR, "the cursor was not issued by Waybill");
  }
}
