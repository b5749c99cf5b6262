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

/// What is set for queues, in a [Register].
///
/// Maintenance looks at it every second, so calls do not have to; one that finds nobody has looked
/// for two seconds does.
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

  /// What holds for a queue, as far as it is known here.
  public QueueSettings of(QueueKey queue) {
    return orNone(register.known(name(queue), STALE));
  }

  /// What is set for a queue at this moment.
  public QueueSettings read(QueueKey queue) {
    return orNone(register.read(name(queue)));
  }

  /// The queues whose jobs may wait for a limited time only, and for how long, as far as is known
  /// here.
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
