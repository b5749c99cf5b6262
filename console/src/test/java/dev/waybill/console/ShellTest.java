package dev.waybill.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.conformance.Eventually.eventually;

import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is around every page: sign-in, theme, menu, keyboard, command palette.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ShellTest {

  private final Chromium chromium = new Chromium();
  private ConsoleServer server;
  private Waybill client;
  private Traffic traffic;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = ConsoleServer.open(folder);
    client = server.client();
    traffic = new Traffic(server, client);
    traffic.fill();
  }

  @AfterAll
  void close() {
    chromium.close();
    client.close();
    server.close();
  }

  @Test
  void a_person_signs_in_at_the_issuer_and_out_again(@TempDir Path folder) throws Exception {
    try (LoopbackIssuer issuer = new LoopbackIssuer();
        ConsoleServer guarded = ConsoleServer.trusting(folder, issuer);
        Visit visit = chromium.visit(guarded).mayAsk(issuer.url()).open("queues")) {
      visit.shows("Sign in to Waybill").link("Sign in with your organization").click();
      visit.shows("Example Corp").link("Continue as Ada").click();
      visit.shows("Overview").says("acme");
      Assertions.assertThat(visit.page.context().cookies()).allMatch(cookie -> cookie.httpOnly);
      assertThat(visit.link("API keys")).hasCount(0);
      visit.click("Sign out").shows("Sign in to Waybill");
    }
  }

  @Test
  void a_theme_is_chosen_and_remembered() {
    try (Visit visit = chromium.visit(server)) {
      visit.page.emulateMedia(
          new com.microsoft.playwright.Page.EmulateMediaOptions()
              .setColorScheme(ColorScheme.LIGHT));
      visit.open("").shows("Overview").click("Use the dark theme");
      assertThat(visit.page.locator("body")).hasCSS("background-color", "rgb(15, 18, 23)");
      visit.open("jobs").shows("Jobs");
      assertThat(visit.page.locator("body")).hasCSS("background-color", "rgb(15, 18, 23)");
      visit.click("Use the light theme");
      assertThat(visit.page.locator("body")).hasCSS("background-color", "rgb(246, 247, 249)");
    }
  }

  @Test
  void the_theme_follows_the_system_until_one_is_chosen() {
    try (Visit visit = chromium.visit(server).open("").shows("Overview")) {
      assertThat(visit.button("Use the dark theme")).isVisible();
      visit.page.emulateMedia(
          new com.microsoft.playwright.Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
      assertThat(visit.page.locator("body")).hasCSS("background-color", "rgb(15, 18, 23)");
      assertThat(visit.button("Use the light theme")).isVisible();
    }
  }

  @Test
  void the_menu_of_a_phone_opens_and_leads_to_a_page() {
    try (Visit visit = chromium.visit(server)) {
      visit.page.setViewportSize(390, 844);
      visit.open("").shows("Overview");
      assertThat(visit.link("Schedules")).not().isInViewport();
      visit.click("Open menu");
      assertThat(visit.link("Schedules")).isInViewport();
      visit.link("Schedules").click();
      visit.shows("Schedules");
      assertThat(visit.link("API keys")).not().isInViewport();
    }
  }

  @Test
  void the_keyboard_alone_is_enough() {
    traffic.enqueue("by-keyboard", "mail.send", 1);
    try (Visit visit = chromium.visit(server).open("jobs?queue=by-keyboard").shows("Jobs")) {
      visit.says("mail.send").press("Tab");
      assertThat(visit.page.getByText("Skip to content")).isFocused();
      visit.press("Enter");
      assertThat(visit.page.locator("#main")).isFocused();
      visit.page.locator("tbody a").first().focus();
      visit.press("Enter").shows("mail.send").button("Cancel job").focus();
      visit.press("Enter").says("Cancel this job?").press("Escape");
      assertThat(visit.dialog()).hasCount(0);
      visit.page.getByText("Copy as").focus();
      visit.press("Enter");
      assertThat(visit.button("Job ID")).isVisible();
      visit.press("Escape");
      assertThat(visit.button("Job ID")).not().isVisible();
    }
  }

  @Test
  void times_are_local_and_have_utc_as_their_title() {
    try (Visit visit = chromium.visit(server, "America/New_York").open("jobs/" + anyJob())) {
      visit.shows("mail.send");
      var time = visit.page.locator("dd time").first();
      String utc = time.getAttribute("datetime");
      Assertions.assertThat(time.getAttribute("title")).isEqualTo(utc.replace("Z", " UTC"));
      int hour = Integer.parseInt(utc.substring(11, 13));
      String local = "%02d:%s".formatted((hour + 19) % 24, utc.substring(14, 16));
      assertThat(time).containsText(local);
    }
  }

  private String anyJob() {
    return traffic.any("timed").toString();
  }

  @Test
  void the_palette_leads_to_pages_queues_searches_and_ids() {
    client.enqueue(
        NewJob.builder("mail.send").queue("palette-queue").correlationId("order-4711").build());
    String message = client.messages().send(Traffic.mail("zoe@example.org").build()).messageId();
    try (Visit visit = chromium.visit(server).open("").shows("Overview").says("palette-queue")) {
      jump(visit, "work", "Enter").shows("Workers");
      jump(visit, "palette-queue", "Enter").shows("palette-queue");
      jump(visit, "zzz lamp", "ArrowDown", "ArrowUp", "Enter").shows("Jobs").says("Words");
      eventually(() -> jump(visit, message, "Enter").shows("Your order has shipped"));
      eventually(() -> jump(visit, "order-4711", "Enter").shows("Timeline"));
      assertThat(visit.page.locator(".rail")).containsText("palette-queue");
      jump(visit, "daily-report", "Enter").shows("daily-report").says("Next firings");
      jump(visit, "orders", "Enter").shows("orders").says("Subscriptions");
      visit.click("Go to a page or an ID Ctrl K").press("Escape");
      assertThat(visit.dialog()).hasCount(0);
    }
  }

  private static Visit jump(Visit visit, String text, String... keys) {
    visit.press("Control+k");
    visit.page.getByRole(AriaRole.COMBOBOX).fill(text);
    return visit.press(keys);
  }

  @Test
  void dialogs_palette_and_empty_pages_are_accessible() {
    try (Visit visit = chromium.visit(server)) {
      visit.open("topics").shows("Topics").click("New topic…");
      visit.click("Create").says("A topic needs a name.");
      assertAccessible(visit, "a form");
      visit.press("Escape");
      jump(visit, "work");
      assertAccessible(visit, "the palette");
      visit.press("Escape").open("queues/mails").shows("mails").click("More");
      visit.click("Cancel all waiting jobs…");
      assertAccessible(visit, "a confirmation");
      visit.press("Escape").open("jobs?queue=mails&state=dead").shows("Jobs").says("dead");
      visit.click("Change all that match").click("Redrive dead letters").says("match now");
      assertAccessible(visit, "a bulk change");
      visit.press("Escape");
      for (String path : List.of("jobs?queue=none", "jobs?created_from=x", "timeline")) {
        visit.open(path).isLoaded();
        assertAccessible(visit, path);
      }
    }
  }

  @Test
  void the_form_to_sign_in_and_a_lost_server_are_accessible(@TempDir Path folder) {
    String key = ConsoleServer.key(folder, "acme", Scope.READ);
    try (ConsoleServer guarded = ConsoleServer.open(folder);
        Visit visit = chromium.visit(guarded).open("queues").shows("Sign in to Waybill")) {
      visit.fill("API key", "wbk_wrong").click("Sign in").page.locator(".fault").waitFor();
      assertAccessible(visit, "sign-in");
      visit.fill("API key", key).click("Sign in").shows("Queues").says("No queues yet");
      guarded.stop();
      visit.says("The server does not answer.");
      assertAccessible(visit, "a lost server");
    }
  }

  private static void assertAccessible(Visit visit, String what) {
    Assertions.assertThat(Axe.violations(visit.page)).as(what).isEmpty();
  }

  @Test
  void what_does_not_exist_is_a_clear_error() {
    String unknown = "00000000-0000-7000-8000-000000000000";
    try (Visit visit = chromium.visit(server).open("jobs/" + unknown)) {
      visit.says("not_found");
      assertThat(visit.button("Try again")).isVisible();
    }
  }
}
