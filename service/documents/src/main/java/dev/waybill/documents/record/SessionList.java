package dev.waybill.documents.record;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Lists of IDs in the order of their creation, as histories in the ledger. Deleted ones stay
/// listed and are left out by readers. The cursor is a position.
record SessionList(Ledger ledger, String tenant, String kind) {

  /// The fact that lists an ID; an ID that is listed already stays where it is.
  Fact listed(String list, String id, Instant at) {
    return Fact.of(key(list), 1, id, at, Payload.empty());
  }

  /// @param existing finds the records of IDs, and leaves out unknown ones
  <T> Page<T> page(String list, Page.Request page, Function<List<String>, Collection<T>> existing) {
    if (page.limit() < 1 || page.limit() > Limits.PAGE_SIZE) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "limit must be 1 to " + Limits.PAGE_SIZE);
    }
    List<T> found = new ArrayList<>();
    long after = position(page.cursor());
    boolean more = true;
    while (more && found.size() < page.limit()) {
      int missing = page.limit() - found.size();
      List<Fact.Recorded> listed = ledger.history(key(list), after, missing);
      found.addAll(
          existing.apply(listed.stream().map(recorded -> recorded.fact().type()).toList()));
      after = listed.isEmpty() ? after : listed.getLast().position();
      more = listed.size() == missing;
    }
    return new Page<>(found, more ? Long.toString(after) : null);
  }

  void delete(String list) {
    ledger.delete(key(list), Long.MAX_VALUE);
  }

  private static long position(@Nullable String cursor) {
    try {
      return cursor == null ? 0 : Long.parseLong(cursor);
    } catch (NumberFormatException malformed) {
      throw new WaybillException(
          Code.INVALID_CURSOR,
          "not a cursor of this list: " + Text.quote(String.valueOf(cursor)),
          malformed);
    }
  }

  private LedgerKey key(String list) {
    return new LedgerKey(tenant, kind, list);
  }
}
