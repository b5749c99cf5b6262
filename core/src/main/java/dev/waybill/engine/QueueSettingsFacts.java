package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.QueueSettings;
import dev.waybill.RetryPolicy;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.QueueKey;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is recorded about the settings of queues: for each change, all that is set from then on, in
/// lines such as `default_hold=PT5M`. Lines that are not known are passed over.
final class QueueSettingsFacts {

  static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "queues/settings");

  private static final String CHANGED = "changed";

  private QueueSettingsFacts() {}

  static Fact changed(int number, QueueKey queue, QueueSettings settings, Instant at) {
    return new Fact(KEY, number, CHANGED, CHANGED, 0, 0, at, Payload.of(text(queue, settings)));
  }

  static void apply(Fact fact, Map<QueueKey, QueueSettings> known) {
    Map<String, String> lines = lines(fact.data().text());
    QueueKey queue =
        new QueueKey(lines.getOrDefault("tenant", ""), lines.getOrDefault("queue", ""));
    QueueSettings settings = settings(lines, fact.attempt());
    if (settings.equals(QueueSettings.NONE)) {
      known.remove(queue);
    } else {
      known.put(queue, settings);
    }
  }

  private static String text(QueueKey queue, QueueSettings settings) {
    StringBuilder text = new StringBuilder();
    add(text, "tenant", queue.tenant());
    add(text, "queue", queue.queue());
    add(text, "default_hold", settings.defaultHold());
    add(text, "default_timeout", settings.defaultTimeout());
    add(text, "max_waiting", settings.maxWaiting());
    RetryPolicy retry = settings.defaultRetry();
    if (retry != null) {
      add(text, "max_errors", retry.maxErrors());
      add(text, "max_crashes", retry.maxCrashes());
      add(text, "first_delay", retry.firstDelay());
      add(text, "factor", retry.factor());
      add(text, "max_delay", retry.maxDelay());
      add(text, "jitter", retry.jitter());
    }
    return text.toString();
  }

  private static void add(StringBuilder text, String name, @Nullable Object value) {
    if (value != null) {
      text.append(name).append('=').append(value).append('\n');
    }
  }

  private static Map<String, String> lines(String text) {
    Map<String, String> lines = new HashMap<>();
    text.lines()
        .forEach(
            line -> {
              int end = line.indexOf('=');
              lines.put(line.substring(0, Math.max(end, 0)), line.substring(end + 1));
            });
    return lines;
  }

  private static QueueSettings settings(Map<String, String> lines, int number) {
    try {
      return new QueueSettings(
          value(lines, "default_hold", Duration::parse),
          lines.containsKey("max_errors") ? retry(lines) : null,
          value(lines, "default_timeout", Duration::parse),
          value(lines, "max_waiting", Integer::valueOf));
    } catch (DateTimeException | NumberFormatException | WaybillException unreadable) {
      throw new WaybillException(
          Code.CORRUPT, "change " + number + " of the settings of queues", unreadable);
    }
  }

  private static RetryPolicy retry(Map<String, String> lines) {
    return new RetryPolicy(
        Integer.parseInt(line(lines, "max_errors")),
        Integer.parseInt(line(lines, "max_crashes")),
        Duration.parse(line(lines, "first_delay")),
        Double.parseDouble(line(lines, "factor")),
        Duration.parse(line(lines, "max_delay")),
        Double.parseDouble(line(lines, "jitter")));
  }

  private static String line(Map<String, String> lines, String name) {
    return lines.getOrDefault(name, "");
  }

  private static <T> @Nullable T value(
      Map<String, String> lines, String name, Function<String, T> parse) {
    String text = lines.get(name);
    return text == null ? null : parse.apply(text);
  }
}
