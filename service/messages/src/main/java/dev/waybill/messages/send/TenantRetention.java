package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.EntryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Deletes the messages of tenants that keep them for a shorter time than the store. The store
/// deletes facts by their kind, so it does not do that by itself.
final class TenantRetention {

  private static final Pattern ENTRY = Pattern.compile("([^=]+)=([1-9][0-9]{0,4})");

  /// The most pages of messages of a tenant that one call deletes. The index lists the newest
  /// first, so one page would never reach the oldest while many messages expire.
  private static final int PAGES = 20;

  private final Map<String, Duration> kept;
  private final Duration longest;

  private TenantRetention(Map<String, Duration> kept, Duration longest) {
    this.kept = kept;
    this.longest = longest;
  }

  /// Reads entries such as `acme=30`, with days, separated by blanks.
  static TenantRetention of(Settings settings) {
    Duration longest =
        settings.retention().facts().getOrDefault(Retention.COMMANDS, Limits.MAX_DELAY);
    Map<String, Duration> kept = new TreeMap<>();
    String text = settings.ofServices().getOrDefault(MessagesProvider.TENANT_DAYS, "");
    for (String entry : text.strip().split("\\s+", -1)) {
      if (!entry.isEmpty()) {
        add(kept, entry, longest);
      }
    }
    return new TenantRetention(kept, longest);
  }

  private static void add(Map<String, Duration> kept, String entry, Duration longest) {
    Matcher parts = ENTRY.matcher(entry);
    if (!parts.matches() || !Text.isName(parts.group(1))) {
      throw wrong(entry, "use entries such as acme=30, separated by blanks");
    }
    Duration days = Duration.ofDays(Long.parseLong(parts.group(2)));
    if (days.compareTo(longest) > 0) {
      throw wrong(entry, "use at most store.messages_ttl_days (" + longest.toDays() + ")");
    }
    kept.put(parts.group(1), days);
  }

  private static WaybillException wrong(String entry, String advice) {
    return new WaybillException(
        Code.INVALID_ARGUMENT,
        MessagesProvider.TENANT_DAYS + " has " + Text.quote(entry) + ": " + advice);
  }

  Duration of(String tenant) {
    return kept.getOrDefault(tenant, longest);
  }

  /// Deletes facts, contents and entries of the index of some expired messages.
  ///
  /// @param before called before entries of the index are deleted
  void expire(
      Catalog catalog, Function<String, MessageFacts> factsOf, Instant now, Runnable before) {
    kept.forEach(
        (tenant, duration) -> {
          Catalog.Span old = new Catalog.Span(null, now.minus(duration));
          boolean more = true;
          for (int page = 0; more && page < PAGES; page++) {
            List<EntryKey> expired = expired(catalog, tenant, old);
            delete(expired, factsOf.apply(tenant), catalog, before);
            more = expired.size() == Limits.PAGE_SIZE;
          }
        });
  }

  private static List<EntryKey> expired(Catalog catalog, String tenant, Catalog.Span old) {
    return catalog
        .search(
            new Catalog.Search(tenant, MessageIndex.FEED, Map.of(), null, Limits.PAGE_SIZE, null)
                .within(old))
        .items()
        .stream()
        .map(Catalog.Entry::key)
        .toList();
  }

  private static void delete(
      List<EntryKey> expired, MessageFacts facts, Catalog catalog, Runnable before) {
    if (!expired.isEmpty()) {
      InParallel.forEach(expired, key -> facts.delete(key.id()));
      before.run();
      catalog.delete(expired);
    }
  }
}
