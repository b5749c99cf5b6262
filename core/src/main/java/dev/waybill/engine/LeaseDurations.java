package dev.waybill.engine;

import dev.waybill.engine.register.KnownQueueSettings;
import dev.waybill.settings.Settings;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The lease duration: as the worker requests, or the default of the queue, or of the server.
record LeaseDurations(Settings settings, KnownQueueSettings queues) {

  Duration of(QueueKey queue, @Nullable Duration asked) {
    if (asked != null) {
      return asked;
    }
    Duration ofQueue = queues.of(queue).defaultLeaseDuration();
    return ofQueue != null ? ofQueue : settings.defaultLeaseDuration();
  }
}
