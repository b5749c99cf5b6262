package dev.waybill.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.conformance.Eventually.eventually;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.waybill.Lease;
import dev.waybill.Waybill;
import dev.waybill.result.MessageAccepted;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Topics, schemas, schedules, messages, documents and timelines.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FlowPagesTest {

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
  void a_message_is_previewed_resent_and_erased() {
    MessageAccepted sent = client.messages().send(Traffic.mail("grace@example.org").build());
    try (Visit visit = chromium.visit(server).open("messages/" + sent.messageId())) {
      visit.shows("Your order has shipped").says("Handoff Accepted");
      FrameLocator frame = visit.page.frameLocator("iframe.preview");
      assertThat(frame.locator("h1")).hasText("Shipped");
      assertThat(frame.locator("h1")).hasCSS("color", "rgb(11, 100, 128)");
      visit.click("Resend").says("The message is sent again.").says("Resend Requested");
      visit.click("Erase…");
      assertThat(visit.button("Erase")).isDisabled();
      visit.page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.TEXTBOX).fill("erase");
      visit.click("Erase").says("Receipt of the erasure").says(sent.messageId()).click("Done");
      visit.shows("Erased message").says("The content was erased");
    }
  }

  @Test
  void messages_show_both_states_and_the_inbox_of_the_sandbox() {
    try (Visit visit = chromium.visit(server).open("messages").shows("Messages")) {
      visit.click("Sandbox inbox").says("bounce@example.org");
      assertThat(visit.badge("bounced").first()).isVisible();
      Assertions.assertThat(visit.page.url()).contains("provider_key=sandbox");
    }
  }

  @Test
  void a_schedule_is_run_paused_and_resumed() {
    try (Visit visit = chromium.visit(server).open("schedules").shows("Schedules")) {
      visit.says("Next firings").link("daily-report").click();
      visit
          .shows("daily-report")
          .click("Run daily-report now")
          .says("started 1 job")
          .says("by hand");
      visit.click("Pause daily-report").says("It is paused");
      visit.click("Resume daily-report").says("daily-report is resumed.");
    }
  }

  @Test
  void a_dry_run_says_which_queues_get_an_event_and_why_not() {
    try (Visit visit = chromium.visit(server).open("topics/orders").shows("orders")) {
      visit.fill("Attributes (JSON)", "{\"country\": \"es\"}").click("Test").says("no match");
      assertThat(visit.badge("matches")).hasCount(1);
      visit.fill("Attributes (JSON)", "{\"country\": \"pt\"}").click("Test");
      assertThat(visit.badge("matches")).hasCount(2);
      visit.fill("Body (JSON)", "{nonsense").click("Test").says("Not JSON");
    }
  }

  @Test
  void a_queue_is_subscribed_and_unsubscribed() {
    server.call("PUT", "/v1/topics/users", "{}");
    try (Visit visit = chromium.visit(server).open("topics/users").shows("users")) {
      visit.says("No queue is subscribed").click("Subscribe a queue…");
      visit.fill("Name of the subscription", "welcome").fill("Queue", "mails");
      visit.click("Subscribe").says("The queue is subscribed.").says("every event");
      visit.click("Delete subscription welcome").click("Delete").says("No queue is subscribed");
    }
  }

  @Test
  void versions_of_a_schema_are_compared() {
    try (Visit visit = chromium.visit(server).open("schemas").shows("Schemas")) {
      visit.link("order.paid").click();
      visit.shows("order.paid");
      assertThat(visit.page.locator(".diff.add").getByText("currency")).isVisible();
      visit.link("1.0").click();
      visit.says("Schema 1.0");
    }
  }

  @Test
  void a_document_is_uploaded_and_found() {
    FilePayload file =
        new FilePayload(
            "guide.md",
            "text/markdown",
            "# Lighthouse\n\nThe lamp was made by Ada Brewster.\n"
                .getBytes(StandardCharsets.UTF_8));
    try (Visit visit = chromium.visit(server).open("documents?session=harbor")) {
      visit.shows("Documents");
      visit.page.locator("input[type=file]").setInputFiles(file);
      assertThat(visit.page.locator("tbody").getByText("ready")).isVisible();
      visit.open("documents?view=search&q=who+made+the+lamp").says("Ada Brewster");
      visit.page.getByRole(AriaRole.LINK).getByText("guide.md").first().click();
      visit.shows("guide.md").says("Chunks").says("Ada Brewster");
      visit.open("documents?view=diagrams&session=harbor").click("Draw outline");
      assertThat(visit.page.locator("img.diagram")).isVisible();
    }
  }

  @Test
  void a_timeline_links_event_and_jobs() {
    try (Visit visit = chromium.visit(server).open("timeline").shows("Timeline")) {
      visit.says("What happened to this one?").fill("Correlation ID", "order-7").click("Search");
      assertThat(visit.page.locator(".rail").getByText("published to topic orders")).isVisible();
      assertThat(visit.page.locator(".rail .badge[data-tone=info]").first()).hasText("event");
      assertThat(visit.page.locator(".rail .badge[data-tone=accent]").first()).hasText("message");
      assertThat(visit.page.locator(".rail a[href*='/messages/']").first()).isVisible();
      visit.page.locator(".flow a").first().click();
      visit.shows("order.paid");
    }
  }

  @Test
  void a_timeline_leads_from_a_schedule_over_its_job_to_what_the_provider_reports() {
    server.call(
        "PUT",
        "/v1/schedules/greeting",
        """
        {"cron": "0 9 * * *", "action": {"job": {"type": "greet", "queue": "greetings"}}}\
        """);
    server.call("POST", "/v1/schedules/greeting/run", "");
    Lease lease = traffic.lease("greetings", 1).getFirst();
    String id = String.valueOf(lease.job().request().correlationId());
    client.messages().send(Traffic.mail("hedy@example.org").correlationId(id).build());
    traffic.complete(lease);
    try (Visit visit = chromium.visit(server)) {
      eventually(
          () -> {
            visit.open("timeline?id=" + URLEncoder.encode(id, StandardCharsets.UTF_8)).isLoaded();
            assertThat(visit.page.locator(".rail")).containsText(FROM_SCHEDULE_TO_PROVIDER);
          });
      for (String kind : List.of("schedule", "job", "attempt", "message", "end")) {
        assertThat(visit.page.locator(".rail").getByText(kind, exactly()).first()).isVisible();
      }
      visit.page.locator(".flow a", new Page.LocatorOptions().setHasText("Delivered")).click();
      visit.shows("Your order has shipped");
    }
  }

  private static final Pattern FROM_SCHEDULE_TO_PROVIDER =
      Pattern.compile(
          "schedule greeting was run.*entered queue greetings.*Delivered", Pattern.DOTALL);

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  @Test
  void empty_pages_teach_the_next_command() {
    try (Visit visit = chromium.visit(server)) {
      visit.open("messages?tag=none").says("No message matches");
      visit.open("operations").says("waybill redrive");
      visit.open("no/such/page").says("There is no such page");
    }
  }
}
