package dev.waybill.spi;

import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/// Decides which facts of the ledger have expired.
public record Expiry(Retention retention, InstantSource clock) {

  public static Expiry of(Settings settings) {
    return new Expiry(settings.retention(), settings.clock());
  }

  /// The kinds whose facts expire.
  public Set<String> kinds() {
    return retention.facts().keySet();
  }

  /// Facts of this kind with this time or an earlier one have expired.
  public Instant limit(String kind) {
    return retention.factsExpired(kind, clock.instant());
  }

  /// As [#limit], in milliseconds since the epoch.
  public long millis(String kind) {
    Instant limit = limit(kind);
    return limit.equals(Instant.MIN) ? Long.MIN_VALUE : limit.toEpochMilli();
  }

  public boolean isOver(Fact fact) {
    return !fact.at().isAfter(limit(fact.key().kind()));
  }
}
