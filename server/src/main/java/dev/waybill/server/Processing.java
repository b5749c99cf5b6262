package dev.waybill.server;

import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.messages.DeadLetterAlarm;
import dev.waybill.messages.MessageProcessor;
import dev.waybill.messages.MessageRecords;
import dev.waybill.messages.MessageRepair;
import dev.waybill.messages.PayloadTemplate;
import dev.waybill.messages.notify.Notifier;
import dev.waybill.messages.notify.NtfyNotifier;
import dev.waybill.messages.notify.WebhookNotifier;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.Keys;
import dev.waybill.spi.Ledger;
import dev.waybill.worker.Worker;
import java.lang.System.Logger.Level;
import java.net.URI;
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
    Optional<Notifier> notifier = notifier(config, clock);
    String tenant = config.get(Keys.MESSAGES_TENANT);
    Worker worker =
        config
            .find(Keys.MESSAGES_QUEUE)
            .map(queue -> processor(waybill.tenant(tenant), ledger, tenant, notifier, clock, queue))
            .orElse(null);
    Optional<DeadLetterAlarm> alarm =
        config
            .find(Keys.ALARM_QUEUES)
            .map(
                queues ->
                    new DeadLetterAlarm(
                        waybill, ledger, watched(tenant, queues), notifier.orElse(null), clock));
    return new Processing(worker, alarm);
  }

  private static Worker processor(
      Waybill waybill,
      Ledger ledger,
      String tenant,
      Optional<Notifier> notifier,
      InstantSource clock,
      String queue) {
    Notifier target =
        notifier.orElseThrow(
            () ->
                new ConfigException(
                    "messages.queue needs a notification target: set notifications.ntfy.url and"
                        + " notifications.ntfy.topic, or notifications.webhook.url"));
    MessageRecords records = new MessageRecords(ledger, tenant, clock);
    repair(new MessageRepair(records, ledger, waybill.topics()));
    return new MessageProcessor(waybill, records, target, new PayloadTemplate())
        .worker(queue)
        .start();
  }

  /// Runs once at the start: only a crash leaves unpublished messages.
  private static void repair(MessageRepair repair) {
    try {
      int repaired = repair.run();
      if (repaired > 0) {
        LOG.log(Level.INFO, "published {0} messages that a crash had left unpublished", repaired);
      }
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "cannot look for messages that were not published", failed);
    }
  }

  private static Optional<Notifier> notifier(Config config, InstantSource clock) {
    Optional<URI> webhook = config.find(Keys.WEBHOOK_URL);
    if (webhook.isPresent()) {
      List<String> secrets =
          config
              .find(Keys.WEBHOOK_SECRETS)
              .map(text -> List.of(text.strip().split("\\s+")))
              .orElseThrow(
                  () ->
                      new ConfigException(
                          "notifications.webhook.url needs notifications.webhook.secrets"));
      return Optional.of(new WebhookNotifier(webhook.get(), secrets, clock));
    }
    return config.find(Keys.NTFY_URL).map(url -> ntfy(config, url, clock));
  }

  private static Notifier ntfy(Config config, URI url, InstantSource clock) {
    String topic =
        config
            .find(Keys.NTFY_TOPIC)
            .orElseThrow(
                () -> new ConfigException("notifications.ntfy.url needs notifications.ntfy.topic"));
    String token = config.find(Keys.NTFY_TOKEN).orElse(null);
    return new NtfyNotifier(new NtfyNotifier.Target(url, topic, token), clock);
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
