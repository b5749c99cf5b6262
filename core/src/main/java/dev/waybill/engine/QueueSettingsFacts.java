package dev.waybill.engine;

import dev.waybill.Payload;
import dev.waybill.QueueSettings;
import dev.waybill.RetryPolicy;
import dev.waybill.Tenants;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is recorded about the settings of queues: for each change, all that is set from then on, in
/// lines such as `default_hold=PT5M`. Lines that are not known are passed over.
final class QueueSettingsFacts implements Register.Form<QueueSettings> {

  static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "queues", "settings");

  @Override
  public Payload write(Register.Change<QueueSettings> change) {
    QueueSettings settings = change.value();
    return Payload.of(text(change.name(), settings == null ? QueueSettings.NONE : settings));
  }

  @Override
  public Register.Change<QueueSettings> read(Payload data) {
    Map<String, String> lines = lines(data.text());
    QueueSettings settings = settings(lines);
    return new Register.Change<>(
        name(lines), settings.equals(QueueSettings.NONE) ? null : settings);
  }

  @Override
  public Register.Name nameIn(Payload data) {
    return name(lines(data.text()));
  }

  private static Register.Name name(Map<String, String> lines) {
    return new Register.Name(line(lines, "tenant"), line(lines, "queue"));
  }

  private static String text(Register.Name queue, QueueSettings settings) {
    StringBuilder text = new StringBuilder();
    add(text, "tenant", queue.tenant());
    add(text, "queue", queue.name());
    add(text, "default_hold", settings.defaultHold());
    add(text, "default_timeout", settings.defaultTimeout());
    add(text, "max_waiting", settings.maxWaiting());
    add(text, "waiting_ttl", settings.waitingTtl());
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

  private static QueueSettings settings(Map<String, String> lines) {
    return new QueueSettings(
        value(lines, "default_hold", Duration::parse),
        lines.containsKey("max_errors") ? retry(lines) : null,
        value(lines, "default_timeout", Duration::parse),
        value(lines, "max_waiting", Integer::valueOf),
        value(lines, "waiting_ttl", Duration::parse));
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
