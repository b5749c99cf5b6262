package dev.waybill.engine;

import dev.waybill.Limits;
import dev.waybill.QueueSettings;
import dev.waybill.Tenants;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What is set for queues, in a [Register].
///
/// Maintenance looks at it every second, so calls do not have to; one that finds nobody has looked
/// for two seconds does.
final class KnownQueueSettings {

  static final Duration LOOK_EVERY = Register.LOOK_EVERY;
  static final Duration STALE = Duration.ofSeconds(2);

  private static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "queues", "settings");

  private final Register<QueueSettings> register;

  KnownQueueSettings(Ledger ledger, InstantSource clock) {
    Register.Limit limit =
        new Register.Limit(
            "queues with settings", Limits.QUEUES_WITH_SETTINGS, Limits.QUEUE_SETTINGS_BYTES);
    this.register = new Register<>(ledger, KEY, QueueSettingsBytes.FORM, limit, clock);
  }

  /// What holds for a queue, as far as it is known here.
  QueueSettings of(QueueKey queue) {
    return orNone(register.known(name(queue), STALE));
  }

  /// What is set for a queue at this moment.
  QueueSettings read(QueueKey queue) {
    return orNone(register.read(name(queue)));
  }

  /// The queues whose jobs may wait for a limited time only, and for how long, as far as is known
  /// here.
  Map<QueueKey, Duration> waitingTtls() {
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

  void refresh() {
    register.refresh();
  }

  QueueSettings change(QueueKey queue, UnaryOperator<QueueSettings> change) {
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
