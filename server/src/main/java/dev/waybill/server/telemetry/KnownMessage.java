package dev.waybill.server.telemetry;

import dev.waybill.message.HandoffState;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What metrics need to know of a message before its next event.
///
/// @param handoff the state of the handoff; null before the first event
/// @param provider the key of the provider that was called last
record KnownMessage(
    @Nullable String channel,
    @Nullable Instant createdAt,
    @Nullable String handoff,
    String delivery,
    @Nullable String provider,
    @Nullable Instant handedOffAt) {

  static final KnownMessage NEW =
      new KnownMessage(null, null, null, ProviderState.UNKNOWN.word(), null, null);

  private static final int EVENTS = 200;

  /// From the history of a message, without the fact that was just recorded.
  static KnownMessage before(Fact recorded, Ledger ledger) {
    KnownMessage known = NEW;
    for (String kind : List.of(Retention.HANDOFF, Retention.PROVIDER)) {
      LedgerKey key = new LedgerKey(recorded.key().tenant(), kind, recorded.key().id());
      Fact.@Nullable Latest latest = null;
      for (Fact.Recorded one : ledger.history(key, 0, EVENTS)) {
        Fact fact = one.fact();
        if (!isSame(fact, recorded) && (latest == null || fact.advances(latest))) {
          latest = new Fact.Latest(one.position(), 1, fact);
          known = known.after(fact, EventDetails.read(fact.data()));
        }
      }
    }
    return known;
  }

  private static boolean isSame(Fact one, Fact other) {
    return one.key().equals(other.key())
        && one.attempt() == other.attempt()
        && one.type().equals(other.type());
  }

  KnownMessage after(Fact fact, Map<String, String> details) {
    boolean handingOff = fact.key().kind().equals(Retention.HANDOFF);
    boolean handedOff = handingOff && fact.state().equals(HandoffState.HANDED_OFF.word());
    String key = details.get(EventDetails.PROVIDER_KEY);
    return new KnownMessage(
        channel == null ? details.get(EventDetails.CHANNEL) : channel,
        createdAt == null && handingOff ? fact.at() : createdAt,
        handingOff ? fact.state() : handoff,
        handingOff ? delivery : fact.state(),
        key == null || key.isEmpty() ? provider : key,
        handedOff ? fact.at() : handedOffAt);
  }
}
