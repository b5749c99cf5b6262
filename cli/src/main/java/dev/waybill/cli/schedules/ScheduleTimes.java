package dev.waybill.cli.schedules;

import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Overlap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that define when a schedule fires.
final class ScheduleTimes {

  @Option(
      names = "--cron",
      paramLabel = "EXPRESSION",
      description = "A cron expression such as '30 9 * * MON-FRI'.")
  private @Nullable String cron;

  @Option(names = "--every", paramLabel = "TIME", description = "An interval such as 15m or 1h30m.")
  private @Nullable String every;

  @Option(
      names = "--at",
      paramLabel = "WHEN",
      description = "Fire once, such as at 2030-01-31T09:30.")
  private @Nullable String at;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Time zone of --cron and --at, such as Europe/Lisbon (UTC).")
  private @Nullable String zone;

  @Option(
      names = "--anchor",
      paramLabel = "WHEN",
      description = "A time that the interval is counted from (1970-01-01T00:00:00Z).")
  private @Nullable String anchor;

  @Option(
      names = "--jitter",
      paramLabel = "TIME",
      description = "Delay each firing by a random time of up to this duration.")
  private @Nullable String jitter;

  @Option(names = "--start-at", paramLabel = "WHEN", description = "Do not fire before this time.")
  private @Nullable String startAt;

  @Option(
      names = "--end-at",
      paramLabel = "WHEN",
      description = "Do not fire at or after this time.")
  private @Nullable String endAt;

  @Option(
      names = "--overlap",
      paramLabel = "HOW",
      description =
          "If the previous run is active: allow, skip, queue_one or cancel_previous (allow).")
  private @Nullable Overlap overlap;

  @Option(
      names = "--catch-up",
      paramLabel = "HOW",
      description = "Which missed slots to fire: none, last or all (last).")
  private CatchUp.@Nullable Mode catchUp;

  @Option(
      names = "--catch-up-max",
      paramLabel = "N",
      description = "Maximum number of missed slots to fire.")
  private @Nullable Integer catchUpMax;

  @Option(
      names = "--catch-up-window",
      paramLabel = "TIME",
      description = "Maximum age of missed slots to fire (1h).")
  private @Nullable String catchUpWindow;

  boolean areGiven() {
    return cron != null || every != null || at != null;
  }

  /// Adds the options as fields of a definition.
  void addTo(Map<String, Object> document, Output output) {
    output.require(
        catchUp != null || (catchUpMax == null && catchUpWindow == null),
        "--catch-up-max and --catch-up-window require --catch-up");
    put(document, "cron", cron);
    put(document, "every", every);
    put(document, "at", at);
    put(document, "zone", zone);
    put(document, "anchor", anchor);
    put(document, "jitter", jitter);
    put(document, "start_at", startAt);
    put(document, "end_at", endAt);
    put(document, "overlap", overlap == null ? null : DisplayText.lower(overlap));
    if (catchUp != null) {
      Map<String, Object> policy = new LinkedHashMap<>();
      policy.put("mode", DisplayText.lower(catchUp));
      put(policy, "max", catchUpMax);
      put(policy, "window", catchUpWindow);
      document.put("catch_up", policy);
    }
  }

  static void put(Map<String, Object> document, String name, @Nullable Object value) {
    if (value != null) {
      document.put(name, value);
    }
  }
}
