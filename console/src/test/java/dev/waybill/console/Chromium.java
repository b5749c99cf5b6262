package dev.waybill.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The browser of a test class.
final class Chromium implements AutoCloseable {

  static final int PATIENCE = 60_000;

  private static final List<Path> PLACES =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));
  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private final Playwright playwright;
  private final Browser browser;

  Chromium() {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions().setExecutablePath(program()).setArgs(ARGUMENTS));
  }

  private static Path program() {
    return PLACES.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("install the package chromium; ./verify does that"));
  }

  /// A new visitor of a console, without cookies of others.
  Visit visit(ConsoleServer server) {
    return visit(server.url());
  }

  Visit visit(String url) {
    return new Visit(browser.newContext(), url);
  }

  /// A visitor in another zone of time.
  Visit visit(ConsoleServer server, String zone) {
    Browser.NewContextOptions options = new Browser.NewContextOptions().setTimezoneId(zone);
    return new Visit(browser.newContext(options), server.url());
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
