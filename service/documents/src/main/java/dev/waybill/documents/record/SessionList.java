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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Lists of IDs in the order of their creation, as histories in the ledger. Deleted ones stay
/// listed and are left out by readers. The cursor is a position.
record SessionList(Ledger ledger, String tenant, String kind) {

  /// How many entries are read at once, after the first ones, and about how many for a page.
  private static final int AT_ONCE = 500;

  private static final int MOST_LOOKED_AT = 5_000;

  /// The fact that lists an ID; an ID that is listed already stays where it is.
  Fact listed(String list, String id, Instant at) {
    return Fact.of(key(list), 1, id, at, Payload.empty());
  }

  /// A page has fewer items than asked for, and a cursor, if many of those that follow are deleted.
  ///
  /// @param existing finds the records of IDs, and leaves out unknown ones
  <T> Page<T> page(
      String list, Page.Request page, Function<List<String>, Map<String, T>> existing) {
    if (page.limit() < 1 || page.limit() > Limits.PAGE_SIZE) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "limit must be 1 to " + Limits.PAGE_SIZE);
    }
    List<T> found = new ArrayList<>();
    long after = position(page.cursor());
    int looked = 0;
    while (found.size() < page.limit() && looked < MOST_LOOKED_AT) {
      int atOnce = looked == 0 ? page.limit() : Math.max(AT_ONCE, page.limit());
      List<Fact.Recorded> listed = ledger.history(key(list), after, atOnce);
      Map<String, T> records = existing.apply(ids(listed));
      int next = 0;
      while (next < listed.size() && found.size() < page.limit()) {
        Optional.ofNullable(records.get(id(listed.get(next)))).ifPresent(found::add);
        after = listed.get(next).position();
        next++;
      }
      if (next == listed.size() && listed.size() < atOnce) {
        return new Page<>(found, null);
      }
      looked += atOnce;
    }
    return new Page<>(found, Long.toString(after));
  }

  private static List<String> ids(List<Fact.Recorded> listed) {
    return listed.stream().map(SessionList::id).toList();
  }

  private static String id(Fact.Recorded listed) {
    return listed.fact().type();
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
