package dev.waybill.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.conformance.Eventually.eventually;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What people do to jobs, queues and dead letters beyond the usual path.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JobActionsTest {

  private final Chromium chromium = new Chromium();
  private ConsoleServer server;
  private Waybill client;
  private Traffic traffic;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = ConsoleServer.open(folder);
    client = server.client();
    traffic = new Traffic(server, client);
  }

  @AfterAll
  void close() {
    chromium.close();
    client.close();
    server.close();
  }

  @Test
  void the_period_of_the_charts_is_part_of_the_address() {
    traffic.enqueue("charted", "mail.send", 1);
    try (Visit visit = chromium.visit(server)) {
      for (String path : List.of("", "queues/charted")) {
        visit.open(path).isLoaded().click("6 h");
        Assertions.assertThat(visit.page.url()).endsWith("step=1m");
        visit.page.reload();
        assertThat(visit.button("6 h")).hasAttribute("aria-pressed", "true");
      }
    }
  }

  @Test
  void the_overview_has_the_backlog_of_each_queue_as_a_chart() {
    traffic.enqueue("piled-up", "mail.send", 5);
    try (Visit visit = chromium.visit(server).open("").shows("Overview")) {
      Locator backlog = visit.page.locator("section", has("Backlog by queue"));
      assertThat(backlog.first()).containsText("piled-up");
      Locator oldest = visit.page.locator("section", has("Oldest waiting job by queue"));
      assertThat(oldest.first()).containsText("piled-up");
    }
  }

  private static com.microsoft.playwright.Page.LocatorOptions has(String text) {
    return new com.microsoft.playwright.Page.LocatorOptions().setHasText(text);
  }

  @Test
  void a_filter_is_added_and_all_are_cleared() {
    traffic.enqueue("added", "invoice.render", 2);
    traffic.enqueue("added", "invoice.archive", 3);
    try (Visit visit = chromium.visit(server).open("jobs?queue=added").shows("Jobs")) {
      assertThat(visit.page.locator("tbody tr")).hasCount(5);
      visit.click("Add filter").page.locator("select[name=name]").selectOption("type");
      visit.fill("Value", "invoice.archive").click("Apply");
      assertThat(visit.page.locator("tbody tr")).hasCount(3);
      visit.click("Clear filters");
      Assertions.assertThat(visit.page.url()).endsWith("/console/jobs");
    }
  }

  @Test
  void a_bulk_change_runs_at_a_rate_and_can_be_stopped() {
    traffic.enqueue("slowly", "mail.send", 60);
    try (Visit visit = chromium.visit(server).open("jobs?queue=slowly").shows("Jobs")) {
      visit.click("Change all that match").click("Cancel").says("60 jobs");
      visit.fill("Jobs per second", "1").confirm("Cancel all that match");
      visit.says("of 60 changed").confirm("Stop");
      assertThat(visit.dialog()).containsText("cancelled");
      visit.click("Close");
    }
    Assertions.assertThat(jobs("slowly")).anyMatch(job -> job.state() == State.QUEUED);
  }

  @Test
  void a_running_operation_is_stopped_in_the_list_of_operations() {
    traffic.enqueue("stopped", "mail.send", 60);
    server.call(
        "POST",
        "/v1/operations",
        """
        {"action": "cancel", "filter": {"queue": "stopped", "states": ["queued"]}, \
        "rate_per_second": 1}\
        """);
    try (Visit visit = chromium.visit(server).open("operations").shows("Operations")) {
      Locator row = visit.row("\"stopped\"");
      row.getByRole(AriaRole.BUTTON).click();
      assertThat(row.locator(".badge")).hasText("cancelled");
    }
  }

  @Test
  void finished_jobs_are_retried_in_bulk_and_one_by_one() {
    traffic.enqueue("again", "mail.send", 3);
    traffic.done("again", 3);
    try (Visit visit = chromium.visit(server).open("jobs/" + jobs("again").getFirst().id())) {
      visit.shows("mail.send").click("Retry").says("The job is queued again.");
      visit.open("jobs?queue=again").click("Change all that match").click("Retry").says("2 jobs");
      visit.confirm("Retry all that match").says("finished").click("Close");
    }
    Assertions.assertThat(jobs("again")).allMatch(job -> job.state() == State.QUEUED);
  }

  @Test
  void a_scheduled_job_is_run_now() {
    JobId id = client.enqueue(later("early").build()).id();
    try (Visit visit = chromium.visit(server).open("jobs/" + id).shows("reminder")) {
      assertThat(visit.badge("scheduled").first()).isVisible();
      visit.click("Run now").says("The job runs now.");
      assertThat(visit.badge("queued").first()).isVisible();
    }
  }

  private static NewJob.Builder later(String queue) {
    return NewJob.builder("reminder").queue(queue).payload("{\"n\":1}").delay(Duration.ofHours(3));
  }

  @Test
  void a_job_is_deleted_after_a_confirmation() {
    traffic.enqueue("deleted", "mail.send", 1);
    traffic.done("deleted", 1);
    try (Visit visit = chromium.visit(server).open("jobs/" + jobs("deleted").getFirst().id())) {
      visit.shows("mail.send").click("More").click("Delete…").says("Delete this job?");
      visit.confirm("Delete job").says("The job is deleted.").shows("Jobs");
    }
    Assertions.assertThat(jobs("deleted")).isEmpty();
  }

  @Test
  void a_job_is_copied_as_curl_and_as_a_command() {
    JobId id = client.enqueue(later("copied").build()).id();
    try (Visit visit = chromium.visit(server).open("jobs/" + id).shows("reminder")) {
      visit.page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
      Assertions.assertThat(copied(visit, "curl: show this job"))
          .isEqualTo("curl " + server.url() + "/v1/jobs/" + id);
      Assertions.assertThat(copied(visit, "CLI: enqueue another one"))
          .isEqualTo(
              "waybill submit --type reminder --queue copied '{\"n\":1}' --server " + server.url());
    }
  }

  private static Object copied(Visit visit, String entry) {
    visit.click("Copy as").click(entry).says("Copied");
    return visit.page.evaluate("navigator.clipboard.readText()");
  }

  @Test
  void a_payload_is_downloaded_and_following_output_is_a_choice() throws Exception {
    Lease lease = traffic.running("watched");
    try (Visit visit = chromium.visit(server).open("jobs/" + lease.job().id())) {
      visit.says("to warehouse").click("Follow");
      assertThat(visit.button("Follow")).hasAttribute("aria-pressed", "false");
      Download file =
          visit.page.waitForDownload(() -> visit.page.locator("a[download]").first().click());
      Assertions.assertThat(Files.readString(file.path())).isEqualTo("{\"region\":\"eu\"}");
      visit.click("Cancel job").confirm("Cancel job");
      assertThat(visit.badge("asked to stop")).isVisible();
    }
  }

  @Test
  void queues_are_found_and_filtered() {
    traffic.enqueue("found-one", "mail.send", 1);
    server.call("POST", "/v1/queues/found-two/pause", "");
    try (Visit visit = chromium.visit(server).open("queues").shows("Queues")) {
      visit.fill("Find a queue", "found-").click("Search");
      assertThat(visit.row("found-one")).isVisible();
      visit.click("Paused");
      assertThat(visit.row("found-one")).hasCount(0);
      assertThat(visit.row("found-two")).isVisible();
      visit.click("Resume found-two").says("No queue matches");
    }
  }

  @Test
  void dead_letters_are_searched_and_redriven_one_by_one_and_all_at_a_rate() {
    traffic.enqueue("dying", "mail.send", 3);
    traffic.dead("dying", 3, Failure.of("kaput", "the gearbox of customer 12 is broken"));
    try (Visit visit = chromium.visit(server).open("dead?queue=dying").shows("Dead letters")) {
      visit.click("Failed").says("Nothing failed").click("Dead");
      eventually(
          () -> {
            visit.open("dead?queue=dying&q=gearbox").isLoaded();
            assertThat(visit.page.locator("tbody tr")).hasCount(3);
          });
      visit.click("Redrive mail.send").says("The job is queued again.");
      visit.open("dead?queue=dying&q=nowhere").click("Redrive all…").says("0 jobs");
      visit.confirm("Cancel").open("dead?queue=dying").click("Redrive all…").says("2 jobs");
      visit.fill("Jobs per second", "100").confirm("Redrive all that match").says("finished");
      visit.click("Close").says("No dead jobs");
    }
    Assertions.assertThat(jobs("dying")).allMatch(job -> job.state() == State.QUEUED);
  }

  private List<Job> jobs(String queue) {
    return client.list(JobFilter.ALL.withQueue(queue), Page.Request.FIRST).items();
  }
}
