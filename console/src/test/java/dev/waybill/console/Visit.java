package dev.waybill.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;

/// One visitor. At its end nothing may have happened that the console forbids: a violation of its
/// policy, a request to another host, a dialog of the browser, an error of a script.
final class Visit implements AutoCloseable {

  final Page page;

  private final BrowserContext context;
  private final String server;
  private final List<String> others = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  Visit(BrowserContext context, String server) {
    this.context = context;
    this.server = server;
    context.onRequest(this::check);
    context.setDefaultTimeout(Chromium.PATIENCE);
    page = context.newPage();
    page.setViewportSize(1360, 900);
    page.onConsoleMessage(this::check);
    page.onPageError(error -> faults.add("script error: " + error));
    page.onDialog(
        dialog -> {
          faults.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
  }

  private void check(Request request) {
    String url = request.url();
    boolean isOwn = url.startsWith(server) || url.startsWith("blob:") || url.startsWith("data:");
    if (!isOwn && others.stream().noneMatch(url::startsWith)) {
      faults.add("request to " + url);
    }
  }

  private void check(ConsoleMessage message) {
    if (message.text().contains("Content Security Policy")) {
      faults.add(message.text());
    }
  }

  /// Another server that this visit may ask, such as an issuer.
  Visit mayAsk(String other) {
    others.add(other);
    return this;
  }

  /// Opens a page of the console.
  Visit open(String path) {
    page.navigate(server + "/console/" + path);
    return this;
  }

  Visit shows(String heading) {
    Page.GetByRoleOptions first = new Page.GetByRoleOptions().setLevel(1).setName(heading);
    assertThat(page.getByRole(AriaRole.HEADING, first)).isVisible();
    return this;
  }

  /// Waits until nothing is loading any more.
  Visit isLoaded() {
    assertThat(page.locator("main h1")).isVisible();
    assertThat(page.locator(".skeleton")).hasCount(0);
    return this;
  }

  Visit says(String text) {
    assertThat(page.getByText(text).first()).isVisible();
    return this;
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name)).first();
  }

  Visit click(String button) {
    button(button).first().click();
    return this;
  }

  /// Presses a button of the open dialog.
  Visit confirm(String button) {
    dialog().getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(button)).click();
    return this;
  }

  Locator dialog() {
    return page.getByRole(AriaRole.DIALOG);
  }

  Visit press(String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
    return this;
  }

  /// A row of a table that has a text.
  Locator row(String text) {
    return page.locator("tbody tr", new Page.LocatorOptions().setHasText(text)).first();
  }

  Visit fill(String label, String text) {
    page.getByLabel(label, new Page.GetByLabelOptions().setExact(true)).fill(text);
    return this;
  }

  /// The text of a badge that shows a state.
  Locator badge(String text) {
    return page.locator(
        ".badge", new Page.LocatorOptions().setHasText(Pattern.compile("^" + text + "$")));
  }

  List<String> faults() {
    return faults;
  }

  @Override
  public void close() {
    context.close();
    Assertions.assertThat(faults).isEmpty();
  }
}
