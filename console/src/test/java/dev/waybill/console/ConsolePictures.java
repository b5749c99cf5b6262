package dev.waybill.console;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Takes the pictures of the documentation on a server with a day of example traffic. Run by
/// `scripts/pictures.sh`, which starts the server; it is no part of the tests.
final class ConsolePictures {

  private final String url = System.getProperty("waybill.console.url", "http://127.0.0.1:7878");
  private final Path folder =
      Path.of(System.getProperty("waybill.pictures", "../docs/images")).toAbsolutePath();

  @Test
  void take() {
    try (Chromium chromium = new Chromium();
        Visit visit = chromium.visit(url)) {
      visit.open("?step=15m").says("Search index current").isLoaded();
      visit.page.locator(".tile .spark path").first().waitFor();
      visit.page.setViewportSize(1360, 1180);
      shoot(visit, "overview", ColorScheme.LIGHT);
      shoot(visit, "overview-dark", ColorScheme.DARK);
      visit.page.setViewportSize(1360, 900);
      visit.open("jobs/" + deadJob(visit.page)).says("Stack trace").isLoaded();
      shoot(visit, "job", ColorScheme.LIGHT);
      visit.open("timeline?id=" + scheduled(visit.page)).says("Diagram").isLoaded();
      shoot(visit, "timeline", ColorScheme.LIGHT);
      visit.open("messages").says("Your order").isLoaded();
      shoot(visit, "messages", ColorScheme.LIGHT);
      visit.open("documents").says("shipping.md").isLoaded();
      shoot(visit, "documents", ColorScheme.LIGHT);
    }
  }

  /// A dead job that was tried more than once.
  private static Object deadJob(Page page) {
    return page.evaluate(
        """
        async () => {
          const { items } = await (await fetch("/v1/dead?limit=200")).json();
          return (items.find((job) => job.attempt > 1) ?? items[0]).id;
        }\
        """);
  }

  /// The correlation ID of what a schedule has started.
  private static Object scheduled(Page page) {
    return page.evaluate(
        """
        async () => {
          const { last } = await (await fetch("/v1/schedules/hourly-stock")).json();
          const fired = last.find((one) => one.jobs.length > 0);
          const job = await (await fetch(`/v1/jobs/${fired.jobs[0].id}`)).json();
          return encodeURIComponent(job.correlation_id);
        }\
        """);
  }

  private void shoot(Visit visit, String name, ColorScheme scheme) {
    visit.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
    Path file = folder.resolve("console-" + name + ".png");
    visit.page.screenshot(new Page.ScreenshotOptions().setPath(file));
  }
}
