package dev.waybill.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import dev.waybill.Failure;
import dev.waybill.JobFilter;
import dev.waybill.Lease;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the console shows when the server refuses something, and what people have typed stays.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RefusalsTest {

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
  void a_refused_filter_shows_the_problem_and_no_rows_of_another_filter() {
    traffic.enqueue("refused-filter", "mail.send", 2);
    try (Visit visit = chromium.visit(server).open("jobs?queue=refused-filter").shows("Jobs")) {
      assertThat(visit.page.locator("tbody tr")).hasCount(2);
      visit.click("Add filter").page.locator("select[name=name]").selectOption("created_from");
      visit.fill("Value", "yesterday").click("Apply");
      assertThat(visit.page.locator("main .problem")).containsText("created_from");
      assertThat(visit.page.locator("tbody tr")).hasCount(0);
    }
  }

  @Test
  void a_failed_answer_is_shown_above_older_rows_of_the_same_filter() {
    try (Visit visit = chromium.visit(server).open("messages").shows("Messages")) {
      assertThat(visit.row("Your order has shipped")).isVisible();
      visit.page.route("**/v1/messages?*", RefusalsTest::unavailable);
      assertThat(visit.page.locator("main .problem")).containsText("the index is away");
      assertThat(visit.row("Your order has shipped")).isVisible();
      visit.fill("Search messages", "moomin").click("Search");
      assertThat(visit.row("Your order has shipped")).hasCount(0);
      visit.page.unroute("**/v1/messages?*");
      visit.click("Try again").says("No message matches");
      assertThat(visit.page.locator("main .problem")).hasCount(0);
    }
  }

  private static void unavailable(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(503)
            .setContentType("application/problem+json")
            .setBody("{\"code\":\"unavailable\",\"detail\":\"the index is away\"}"));
  }

  @Test
  void a_refused_setting_stays_in_its_form() {
    traffic.enqueue("kept", "mail.send", 1);
    try (Visit visit = chromium.visit(server).open("queues/kept").shows("kept")) {
      visit.click("More").click("Settings…").fill("Default lease duration", "soon");
      visit.fill("Maximum number of waiting jobs", "500").click("Save");
      assertThat(visit.dialog().getByRole(com.microsoft.playwright.options.AriaRole.ALERT))
          .containsText("default_lease_duration");
      assertThat(field(visit, "Default lease duration")).hasValue("soon");
      visit.fill("Default lease duration", "45s").click("Save").says("Settings saved.");
      assertThat(visit.dialog()).hasCount(0);
      visit.says("500");
    }
  }

  private static Locator field(Visit visit, String label) {
    return visit.page.getByLabel(label);
  }

  @Test
  void a_selection_that_ends_beside_a_dialog_does_not_close_it() {
    try (Visit visit = chromium.visit(server).open("topics").shows("Topics")) {
      visit.click("New topic…").fill("Name", "parcels");
      BoundingBox box = field(visit, "Name").boundingBox();
      Mouse mouse = visit.page.mouse();
      mouse.move(box.x + 40, box.y + 10);
      mouse.down();
      mouse.move(4, box.y + 10);
      mouse.up();
      assertThat(field(visit, "Name")).hasValue("parcels");
      assertThat(visit.dialog()).isVisible();
      mouse.click(4, 4);
      assertThat(visit.dialog()).hasCount(0);
    }
  }

  @Test
  void a_group_of_failed_jobs_is_retried() {
    traffic.enqueue("failing", "mail.send", 2);
    for (Lease lease : traffic.lease("failing", 2)) {
      Failure failure = Failure.of("bad_input", "no such customer");
      client.settle(java.util.List.of(new Settlement(lease.token(), new Outcome.Fail(failure))));
    }
    try (Visit visit = chromium.visit(server).open("dead?queue=failing&state=failed")) {
      visit.click("Retry 2 jobs with bad_input").says("2 jobs").confirm("Retry all that match");
      visit.says("finished").click("Close");
    }
    Assertions.assertThat(
            client.list(JobFilter.ALL.withQueue("failing"), Page.Request.FIRST).items())
        .allMatch(job -> job.state() == State.QUEUED);
  }

  @Test
  void a_change_works_after_another_tab_has_signed_in_again(@TempDir Path folder) {
    String key = ConsoleServer.key(folder, "acme", Scope.values());
    try (ConsoleServer guarded = ConsoleServer.open(folder);
        Waybill acme = guarded.client(key);
        Visit visit = chromium.visit(guarded).open("queues")) {
      new Traffic(guarded, acme).any("mails");
      visit.fill("API key", key).click("Sign in").shows("Queues").says("mails");
      visit.page.evaluate(SIGN_IN_AGAIN, key);
      visit.click("Pause mails").says("mails is paused.");
      assertThat(visit.badge("paused")).isVisible();
    }
  }

  /// What another tab does: its new session replaces the cookie of this one.
  private static final String SIGN_IN_AGAIN =
      """
      (key) => fetch("/v1/session", {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({api_key: key}),
      })\
      """;
}
