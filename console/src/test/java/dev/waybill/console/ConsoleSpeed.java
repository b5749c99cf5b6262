package dev.waybill.console;

import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// Measures how long the overview takes to load, and what open overviews cost the server. Run by
/// `scripts/console-speed.sh`, which starts the server; it is no part of the tests.
final class ConsoleSpeed {

  private static final int LOADS = 30;
  private static final int WARM_UPS = 5;

  private final String url = System.getProperty("waybill.console.url", "http://127.0.0.1:7878");
  private final long pid = Long.getLong("waybill.console.pid", -1);
  private final Duration period = Duration.ofSeconds(Long.getLong("waybill.console.seconds", 60));

  @Test
  void measure() {
    try (Chromium chromium = new Chromium()) {
      loads(chromium);
      try (Visit idle = chromium.visit(url)) {
        double nobody = cost(idle.page);
        say("server without a visitor, in " + period.toSeconds() + " s", percent(nobody));
        tabs(chromium, 1, nobody);
        tabs(chromium, 10, nobody);
      }
    }
  }

  /// Each load is that of a new visitor, whose browser has nothing in its cache.
  private void loads(Chromium chromium) {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < WARM_UPS + LOADS; i++) {
      try (Visit visit = chromium.visit(url)) {
        double time = load(visit);
        if (i >= WARM_UPS) {
          times.add(time);
        }
      }
    }
    times.sort(Double::compare);
    say("overview loaded by a new visitor, median", Math.round(times.get(LOADS / 2)) + " ms");
    say("the slowest of " + LOADS + " loads", Math.round(times.getLast()) + " ms");
  }

  /// Milliseconds from the beginning of the navigation until nothing is loading any more.
  private static double load(Visit visit) {
    visit.open("");
    Object loaded =
        visit
            .page
            .waitForFunction(
                "() => document.querySelector('main h1')"
                    + " && !document.querySelector('.skeleton') && performance.now()")
            .jsonValue();
    return ((Number) loaded).doubleValue();
  }

  private void tabs(Chromium chromium, int count, double nobody) {
    List<Visit> visits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      visits.add(chromium.visit(url));
      var _ = load(visits.getLast());
    }
    double some = cost(visits.getFirst().page);
    say(count + " open overviews", percent(some));
    say("  more than without", percent(some - nobody));
    visits.forEach(Visit::close);
  }

  /// The processor time of the server in the period, in percent of one core.
  private double cost(Page page) {
    Duration before = used();
    page.waitForTimeout((double) period.toMillis());
    return 100.0 * used().minus(before).toNanos() / period.toNanos();
  }

  private Duration used() {
    return ProcessHandle.of(pid).flatMap(one -> one.info().totalCpuDuration()).orElseThrow();
  }

  /// Lines of a table: what was measured, and the result.
  private static void say(String what, String result) {
    System.out.println(what + ": " + result);
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.2f %% of one core", value);
  }
}
