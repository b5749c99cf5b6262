package dev.waybill.messages.record;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.message.Suppression;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The recipients that get no messages, of all tenants.
///
/// Each recipient is a subject of the ledger with the latest state `on` or `off`. Its name is a
/// hash with the key of the tenant, and its address is encrypted; only the latest fact is kept. The
/// names of a tenant are facts of one more subject, which [SuppressedNames] follows, and so are the
/// channels, so that an address is found on all of them.
public final class SuppressionBook {

  private static final String KIND = "msg.suppression";
  private static final String ON = "on";
  private static final String OFF = "off";
  private static final int PAGE = 1_000;

  /// How many names are read at once for a list, and at most for a page of it.
  private static final int LISTED_AT_ONCE = 500;

  private static final int MOST_LISTED = 5_000;

  private final Ledger ledger;
  private final ContentKeys keys;
  private final InstantSource clock;
  private final Map<String, SuppressedNames> names = new ConcurrentHashMap<>();

  public SuppressionBook(Ledger ledger, ContentKeys keys, InstantSource clock) {
    this.ledger = ledger;
    this.keys = keys;
    this.clock = clock;
  }

  /// Adds recipients, or replaces what is known about them.
  public void add(String tenant, List<Suppression> recipients) {
    Map<String, Suppression> byName = new HashMap<>();
    recipients.forEach(one -> byName.put(name(tenant, one.channel(), one.recipient()), one));
    Map<String, Fact.Latest> before = latest(tenant, List.copyOf(byName.keySet()));
    List<Fact> facts = new ArrayList<>();
    byName.forEach(
        (name, one) -> {
          facts.add(names(tenant).fact(name, now()));
          facts.add(fact(tenant, name, before.get(name), one));
        });
    recipients.stream()
        .map(Suppression::channel)
        .distinct()
        .map(channel -> Fact.of(channels(tenant), 1, channel, now(), Payload.empty()))
        .forEach(facts::add);
    ledger.record(facts);
    names(tenant).add(byName.keySet());
    before.forEach((name, latest) -> ledger.delete(key(tenant, name), latest.position()));
  }

  /// Adds what a provider has reported, unless something later is known about the recipient: a
  /// report may come twice, and somebody may have removed the recipient since.
  void report(String tenant, Suppression reported) {
    String name = name(tenant, reported.channel(), reported.recipient());
    Fact.Latest latest = latest(tenant, List.of(name)).get(name);
    if (latest == null || reported.createdAt().isAfter(latest.at())) {
      add(tenant, List.of(reported));
    }
  }

  /// Returns false if the recipient was not suppressed. The encrypted address is deleted.
  public boolean remove(String tenant, String channel, String recipient) {
    String name = name(tenant, channel, recipient);
    Fact.Latest before = latest(tenant, List.of(name)).get(name);
    if (before == null || !before.state().equals(ON)) {
      return false;
    }
    ledger.record(
        List.of(Fact.of(key(tenant, name), before.attempt() + 1, OFF, now(), Payload.empty())));
    ledger.delete(key(tenant, name), before.position());
    return isNow(suppression(tenant, before));
  }

  /// Deletes the address of a recipient that is suppressed. The hash stays, so that the recipient
  /// gets no messages; lists leave it out. Returns the channels on which the recipient stays
  /// suppressed.
  ///
  /// @param channel null for every channel
  List<String> eraseAddress(String tenant, @Nullable String channel, String recipient) {
    List<String> channels = channel == null ? channelsOf(tenant) : List.of(channel);
    channels.forEach(one -> eraseOn(tenant, one, recipient));
    return channels.stream().filter(one -> find(tenant, one, recipient).isPresent()).toList();
  }

  private List<String> channelsOf(String tenant) {
    Set<String> found = new TreeSet<>();
    List<Fact.Recorded> some;
    long after = 0;
    do {
      some = ledger.history(channels(tenant), after, PAGE);
      some.forEach(one -> found.add(one.fact().type()));
      after = some.isEmpty() ? after : some.getLast().position();
    } while (some.size() == PAGE);
    return List.copyOf(found);
  }

  private void eraseOn(String tenant, String channel, String recipient) {
    String name = name(tenant, channel, recipient);
    Fact.Latest before = latest(tenant, List.of(name)).get(name);
    if (before != null && before.state().equals(ON)) {
      Suppression erased = suppression(tenant, before).withRecipient("");
      ledger.record(List.of(fact(tenant, name, before, erased)));
      ledger.delete(key(tenant, name), before.position());
    }
  }

  public Optional<Suppression> find(String tenant, String channel, String recipient) {
    String name = name(tenant, channel, recipient);
    return Optional.ofNullable(latest(tenant, List.of(name)).get(name))
        .flatMap(latest -> shown(tenant, latest))
        .map(one -> one.recipient().isEmpty() ? one.withRecipient(recipient) : one);
  }

  /// As [#find], without a read of the store for a recipient that was never suppressed.
  public Optional<Suppression> check(String tenant, String channel, String recipient) {
    SuppressedNames known = names(tenant).upToDate(clock.instant());
    return known.isEmpty() || !known.has(name(tenant, channel, recipient))
        ? Optional.empty()
        : find(tenant, channel, recipient);
  }

  /// A page has fewer recipients than asked for, and a cursor, if many of those that follow are not
  /// suppressed any more.
  public Page<Suppression> list(String tenant, Page.Request page) {
    List<Suppression> items = new ArrayList<>();
    long after = position(page.cursor());
    int atOnce = Math.max(page.limit(), LISTED_AT_ONCE);
    for (int looked = 0; looked < MOST_LISTED; looked += atOnce) {
      List<Fact.Recorded> some = names(tenant).read(after, atOnce);
      Map<String, Fact.Latest> latest =
          latest(tenant, some.stream().map(one -> one.fact().type()).toList());
      for (Fact.Recorded one : some) {
        Fact.Latest known = latest.get(one.fact().type());
        Optional<Suppression> shown =
            known == null
                ? Optional.empty()
                : shown(tenant, known).filter(listed -> !listed.recipient().isEmpty());
        if (shown.isPresent() && items.size() == page.limit()) {
          return new Page<>(items, Long.toString(after));
        }
        shown.ifPresent(items::add);
        after = one.position();
      }
      if (some.size() < atOnce) {
        return new Page<>(items, null);
      }
    }
    return new Page<>(items, Long.toString(after));
  }

  private static long position(@Nullable String cursor) {
    try {
      return cursor == null ? 0 : Long.parseLong(cursor);
    } catch (NumberFormatException malformed) {
      throw new WaybillException(Code.INVALID_CURSOR, "not a cursor of this list", malformed);
    }
  }

  private Optional<Suppression> shown(String tenant, Fact.Latest latest) {
    return latest.state().equals(ON)
        ? Optional.of(suppression(tenant, latest)).filter(this::isNow)
        : Optional.empty();
  }

  private boolean isNow(Suppression suppression) {
    return suppression.expiresAt() == null || suppression.expiresAt().isAfter(clock.instant());
  }

  private Fact fact(
      String tenant, String name, Fact.@Nullable Latest before, Suppression suppression) {
    Payload data = SuppressionBytes.write(suppression, text -> seal(tenant, name, text));
    int number = before == null ? 1 : before.attempt() + 1;
    return Fact.of(key(tenant, name), number, ON, suppression.createdAt(), data);
  }

  private Suppression suppression(String tenant, Fact.Latest latest) {
    String name = latest.key().id();
    return SuppressionBytes.read(latest, bytes -> keys.unwrap(tenant, KIND + name, bytes));
  }

  private byte[] seal(String tenant, String name, byte[] text) {
    return keys.wrap(tenant, KIND + name, text);
  }

  private Map<String, Fact.Latest> latest(String tenant, List<String> hashes) {
    Map<String, Fact.Latest> found = new HashMap<>();
    List<LedgerKey> wanted = hashes.stream().map(hash -> key(tenant, hash)).toList();
    ledger.latest(wanted).forEach(latest -> found.put(latest.key().id(), latest));
    return found;
  }

  private SuppressedNames names(String tenant) {
    return names.computeIfAbsent(tenant, _ -> new SuppressedNames(ledger, tenant));
  }

  private static LedgerKey channels(String tenant) {
    return new LedgerKey(tenant, SuppressedNames.KIND, "channels");
  }

  private static LedgerKey key(String tenant, String name) {
    return new LedgerKey(tenant, KIND, name);
  }

  private String name(String tenant, String channel, String recipient) {
    return keys.nameOf(tenant, channel, RecipientBook.address(channel, recipient));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
