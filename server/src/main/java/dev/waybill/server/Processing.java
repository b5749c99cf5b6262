package dev.waybill.server;

import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.messages.DeadLetterAlarm;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.TopicProcessing;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.Keys;
import dev.waybill.spi.Ledger;
import dev.waybill.worker.Worker;
import dev.waybill.worker.WorkerBuilder;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Background work that the configuration enables: processes messages and raises dead-letter
/// alarms.
final class Processing implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Processing.class.getName());
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final @Nullable Worker worker;

  private Processing(@Nullable Worker worker, Optional<DeadLetterAlarm> alarm) {
    this.worker = worker;
    alarm.ifPresent(one -> Thread.ofVirtual().name("waybill-alarm").start(() -> watch(one)));
  }

  static Processing start(Config config, Waybill waybill, Ledger ledger, InstantSource clock) {
    Optional<NotificationTarget> target = config.find(Keys.NOTIFICATIONS_TO);
    String tenant = config.get(Keys.MESSAGES_TENANT);
    Worker worker =
        config
            .find(Keys.MESSAGES_QUEUE)
            .map(queue -> worker(waybill.tenant(tenant), queue, target))
            .orElse(null);
    Optional<DeadLetterAlarm> alarm =
        config
            .find(Keys.ALARM_QUEUES)
            .map(
                queues ->
                    new DeadLetterAlarm(
                        waybill, ledger, watched(tenant, queues), target.orElse(null), clock));
    return new Processing(worker, alarm);
  }

  private static Worker worker(Waybill waybill, String queue, Optional<NotificationTarget> target) {
    TopicProcessing processing = waybill.service(TopicProcessing.class);
    WorkerBuilder worker =
        processing.worker(
            queue,
            target.orElseThrow(
                () ->
                    new ConfigException(
                        "messages.queue needs a notification target: set notifications.to, such"
                            + " as push:my-topic")));
    repair(processing);
    return worker.start();
  }

  /// Runs once at the start: only a crash leaves unpublished messages.
  private static void repair(TopicProcessing processing) {
    try {
      int repaired = processing.repair();
      if (repaired > 0) {
        LOG.log(Level.INFO, "published {0} messages that a crash had left unpublished", repaired);
      }
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "cannot look for messages that were not published", failed);
    }
  }

  private static List<DeadLetterAlarm.Watched> watched(String tenant, String queues) {
    return Arrays.stream(queues.split(","))
        .map(String::strip)
        .filter(queue -> !queue.isEmpty())
        .map(queue -> new DeadLetterAlarm.Watched(tenant, queue))
        .toList();
  }

  private void watch(DeadLetterAlarm alarm) {
    try {
      do {
        alarm.check();
      } while (!closed.await(LOOK_EVERY.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    if (worker != null) {
      worker.close();
    }
  }
}
