package dev.waybill.engine.register;

import dev.waybill.Tenants;
import dev.waybill.settings.Limits;
import dev.waybill.settings.QueueSettings;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The settings of queues, in a [Register].
///
/// Maintenance refreshes it every second, so calls need not; a call refreshes it if nobody has for
/// two seconds.
public final class KnownQueueSettings {

  public static final Duration LOOK_EVERY = Register.LOOK_EVERY;
  public static final Duration STALE = Duration.ofSeconds(2);

  private static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "queues", "settings");

  private final Register<QueueSettings> register;

  public KnownQueueSettings(Ledger ledger, InstantSource clock) {
    Register.Limit limit =
        new Register.Limit(
            "queues with settings", Limits.QUEUES_WITH_SETTINGS, Limits.QUEUE_SETTINGS_BYTES);
    this.register = new Register<>(ledger, KEY, QueueSettingsBytes.FORM, limit, clock);
  }

  /// The settings of a queue, as known here.
  public QueueSettings of(QueueKey queue) {
    return orNone(register.known(name(queue), STALE));
  }

  /// The current settings of a queue.
  public QueueSettings read(QueueKey queue) {
    return orNone(register.read(name(queue)));
  }

  /// The queues with a `waiting_ttl`, as known here.
  public Map<QueueKey, Duration> waitingTtls() {
    Map<QueueKey, Duration> limited = new HashMap<>();
    register
        .knownAll()
        .forEach(
            (name, settings) -> {
              Duration ttl = settings.waitingTtl();
              if (ttl != null) {
                limited.put(new QueueKey(name.tenant(), name.name()), ttl);
              }
            });
    return limited;
  }

  public void refresh() {
    register.refresh();
  }

  public QueueSettings change(QueueKey queue, UnaryOperator<QueueSettings> change) {
    return orNone(
        register.change(
            name(queue),
            before -> {
              QueueSettings after = change.apply(orNone(before));
              return after.equals(QueueSettings.NONE) ? null : after;
            }));
  }

  private static Register.Name name(QueueKey queue) {
    return new Register.Name(queue.tenant(), queue.queue());
  }

  private static QueueSettings orNone(@Nullable QueueSettings settings) {
    return settings == null ? QueueSettings.NONE : settings;
  }
}
