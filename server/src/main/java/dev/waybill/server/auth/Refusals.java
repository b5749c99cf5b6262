package dev.waybill.server.auth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Keeps refused calls from filling the audit log: of the same caller and action the first call in
/// a minute is recorded at once, the others of that minute as one entry with their number.
final class Refusals {

  private static final long WINDOW = Duration.ofMinutes(1).toMillis();
  private static final int MOST = 10_000;

  private record Key(String tenant, String actor, String action) {}

  /// Calls that were not recorded one by one.
  ///
  /// @param last the latest call
  record Repeated(AuditLog.Deed last, long count) {}

  private static final class Window {

    private final long since;
    private AuditLog.Deed last;
    private long repeats;

    Window(AuditLog.Deed first, long since) {
      this.since = since;
      this.last = first;
    }
  }

  private final Map<Key, Window> windows = new HashMap<>();

  /// Whether to record this call now. If very many callers are refused at once, the remaining
  /// callers of a tenant are counted together.
  synchronized boolean isFirst(AuditLog.Deed deed, long now) {
    Key key = new Key(deed.caller().tenant(), deed.caller().name(), deed.act().action());
    if (windows.size() >= MOST && !windows.containsKey(key)) {
      key = new Key(deed.caller().tenant(), "", "");
    }
    Window open = windows.get(key);
    if (open == null) {
      windows.put(key, new Window(deed, now));
      return true;
    }
    open.last = deed;
    open.repeats++;
    return false;
  }

  /// The calls to record for past minutes.
  ///
  /// @param all whether to include the current minute
  synchronized List<Repeated> ended(long now, boolean all) {
    List<Repeated> ended = new ArrayList<>();
    Iterator<Window> each = windows.values().iterator();
    while (each.hasNext()) {
      Window window = each.next();
      long age = now - window.since;
      if (all || age >= WINDOW || age < 0) {
        each.remove();
        if (window.repeats > 0) {
          ended.add(new Repeated(window.last, window.repeats));
        }
      }
    }
    return ended;
  }
}
