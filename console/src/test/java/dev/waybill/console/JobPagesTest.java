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
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.Waybill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Jobs, queues and dead letters.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JobPagesTest {

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
  void the_overview_shows_live_figures_of_queues() {
    traffic.enqueue("overviewed", "mail.send", 3);
    try (Visit visit = chromium.visit(server).open("").shows("Overview")) {
      visit.says("Live").says("Store ready").says("overviewed");
      Locator row = row(visit, "overviewed");
      assertThat(row).containsText("3");
      traffic.enqueue("overviewed", "mail.send", 4);
      assertThat(row).containsText("7");
    }
  }

  @Test
  void filters_are_in_the_address_and_can_be_removed() {
    traffic.enqueue("filtered", "invoice.render", 2);
    traffic.done("filtered", 1);
    try (Visit visit = chromium.visit(server).open("jobs?queue=filtered").shows("Jobs")) {
      assertThat(rows(visit)).hasCount(2);
      visit.page.getByRole(AriaRole.GROUP, role("State")).getByText("completed").click();
      assertThat(rows(visit)).hasCount(1);
      Assertions.assertThat(visit.page.url()).contains("queue=filtered", "state=completed");
      visit.click("Remove filter Queue");
      Assertions.assertThat(visit.page.url()).doesNotContain("queue=");
      visit.page.goBack();
      assertThat(visit.button("Remove filter Queue")).isVisible();
    }
  }

  @Test
  void jobs_are_found_by_words_and_by_fields_of_the_payload() {
    client.enqueue(NewJob.of("greet", "{\"name\":\"lovelace\",\"order\":4711}"));
    try (Visit visit = chromium.visit(server).open("jobs").shows("Jobs")) {
      for (String words : List.of("lovelace", "order=4711")) {
        eventually(
            () -> {
              visit.open("jobs?q=" + words).says("greet");
              assertThat(rows(visit)).hasCount(1);
            });
      }
      visit.fill("Search jobs", "nobodyhasthisword").click("Search").says("No job matches");
    }
  }

  @Test
  void a_dead_job_shows_why_and_is_redriven() {
    traffic.enqueue("one-dead", "mail.send", 1);
    traffic.dead("one-dead", 1, new Failure("smtp_timeout", "no answer", "at Mailer.java:118"));
    JobId id = only("one-dead").id();
    try (Visit visit = chromium.visit(server).open("jobs/" + id).shows("mail.send")) {
      visit.says("smtp_timeout").says("no answer").says("at Mailer.java:118").says("\"order\"");
      visit.click("Redrive").says("The job is queued again.");
      assertThat(visit.badge("queued").first()).isVisible();
      eventually(() -> Assertions.assertThat(only("one-dead").state()).isEqualTo(State.QUEUED));
    }
  }

  @Test
  void a_job_is_cancelled_only_after_a_confirmation() {
    JobId id = traffic.any("cancelled");
    try (Visit visit = chromium.visit(server).open("jobs/" + id).shows("mail.send")) {
      visit.click("Cancel job").says("Cancel this job?").click("Cancel");
      Assertions.assertThat(only("cancelled").state()).isEqualTo(State.QUEUED);
      visit.click("Cancel job");
      visit.page.getByRole(AriaRole.DIALOG).getByText("Cancel job").last().click();
      assertThat(visit.badge("cancelled").first()).isVisible();
    }
  }

  @Test
  void a_job_runs_again_with_an_edited_payload() {
    traffic.enqueue("edited", "mail.send", 1);
    traffic.dead("edited", 1, Failure.of("bad_address", "no such address"));
    try (Visit visit = chromium.visit(server).open("jobs/" + only("edited").id()).shows("mail")) {
      visit.click("More").click("Run again with an edited payload…");
      visit.fill("Payload (JSON)", "{broken").click("Enqueue").says("Not JSON");
      visit.fill("Payload (JSON)", "{\"to\": \"grace@example.org\"}").click("Enqueue");
      visit.says("grace@example.org");
      eventually(() -> Assertions.assertThat(jobs("edited")).hasSize(2));
    }
  }

  @Test
  void output_arrives_while_it_is_written_and_can_be_searched_and_downloaded() throws Exception {
    Lease lease = traffic.running("followed");
    try (Visit visit = chromium.visit(server).open("jobs/" + lease.job().id())) {
      visit.says("connected").says("to warehouse");
      traffic.write(lease, 3, "\\u001b[1mthird line\\u001b[0m\\n");
      visit.says("third line");
      visit.fill("Search in output", "xau").says("1 of 1");
      Download download = visit.page.waitForDownload(() -> visit.button("Download").last().click());
      Assertions.assertThat(Files.readString(download.path()))
          .isEqualTo("connected to warehouse\nerror: rate of XAU is missing\nthird line\n");
      client.settle(List.of(new Settlement(lease.token(), Outcome.done("{\"rows\":7}"))));
      assertThat(visit.badge("completed").first()).isVisible();
      visit.says("\"rows\"");
    }
  }

  @Test
  void everything_that_matches_is_redriven_after_a_preview() {
    traffic.enqueue("bulk", "mail.send", 30);
    traffic.dead("bulk", 30, Failure.of("smtp_timeout", "no answer"));
    try (Visit visit = chromium.visit(server).open("jobs?queue=bulk&state=dead").shows("Jobs")) {
      visit.click("Change all that match").click("Redrive dead letters").says("30 jobs");
      visit.page.getByRole(AriaRole.DIALOG).getByText("Redrive all that match").last().click();
      visit.says("finished").click("Close").says("No job matches");
      visit.open("operations").shows("Operations").says("30 changed");
    }
    Assertions.assertThat(jobs("bulk")).allMatch(job -> job.state() == State.QUEUED);
  }

  @Test
  void a_group_of_failures_is_redriven() {
    traffic.enqueue("grouped", "mail.send", 6);
    traffic.dead("grouped", 3, Failure.of("disk_full", "no space left on volume 7"));
    traffic.dead("grouped", 3, Failure.of("refused", "connection refused by 10.0.0.9"));
    try (Visit visit = chromium.visit(server).open("dead?queue=grouped").shows("Dead letters")) {
      visit.says("disk_full").click("Retry 3 jobs with disk_full").says("3 jobs");
      visit.page.getByRole(AriaRole.DIALOG).getByText("Retry all that match").last().click();
      visit.says("finished").click("Close");
      assertThat(visit.page.locator("tbody tr")).hasCount(3);
    }
  }

  @Test
  void a_queue_is_paused_resumed_configured_and_purged() {
    traffic.enqueue("handled", "mail.send", 3);
    try (Visit visit = chromium.visit(server).open("queues/handled").shows("handled")) {
      visit.click("Pause handled");
      assertThat(visit.badge("paused")).isVisible();
      visit.click("Resume handled");
      assertThat(visit.badge("paused")).hasCount(0);
      visit.click("More").click("Settings…").fill("Maximum number of waiting jobs", "500");
      visit.click("Save").says("Settings saved.").says("500");
      visit.click("More").click("Cancel all waiting jobs…");
      assertThat(visit.button("Cancel jobs")).isDisabled();
      visit.page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.TEXTBOX).fill("handled");
      visit.click("Cancel jobs").says("3 jobs cancelled.");
    }
    Assertions.assertThat(jobs("handled")).allMatch(job -> job.state() == State.CANCELLED);
  }

  @Test
  void a_list_of_100_000_jobs_opens_and_has_a_next_page() {
    for (int batch = 0; batch < 100; batch++) {
      traffic.enqueue("huge", "mail.send", 1_000);
    }
    try (Visit visit = chromium.visit(server).open("jobs?queue=huge").shows("Jobs")) {
      assertThat(rows(visit)).hasCount(50);
      String first = rows(visit).first().locator("code").getAttribute("title");
      visit.click("Next page");
      assertThat(rows(visit).first().locator("code")).not().hasAttribute("title", first);
      assertThat(rows(visit)).hasCount(50);
      visit.click("First page");
      assertThat(rows(visit).first().locator("code")).hasAttribute("title", first);
      visit.open("queues/huge").says("100K");
    }
  }

  @Test
  void everything_that_a_search_finds_is_changed() {
    client.enqueue(job("searched", "{\"name\":\"hopper\"}"));
    client.enqueue(job("searched", "{\"name\":\"curie\"}"));
    try (Visit visit = chromium.visit(server)) {
      eventually(
          () -> {
            visit.open("jobs?queue=searched&q=hopper").isLoaded();
            assertThat(rows(visit)).hasCount(1);
          });
      visit.click("Change all that match").click("Cancel").says("1 job").says("words: hopper");
      visit.page.getByRole(AriaRole.DIALOG).getByText("Cancel all that match").last().click();
      visit.says("finished").click("Close");
    }
    Assertions.assertThat(jobs("searched"))
        .extracting(Job::state)
        .containsExactlyInAnyOrder(State.CANCELLED, State.QUEUED);
  }

  private static NewJob job(String queue, String payload) {
    return NewJob.of("greet", payload).toBuilder().queue(queue).build();
  }

  @Test
  void the_palette_finds_a_job_by_its_id() {
    JobId id = traffic.any("jumped");
    try (Visit visit = chromium.visit(server).open("").shows("Overview")) {
      visit.page.keyboard().press("Control+k");
      visit.page.getByRole(AriaRole.COMBOBOX).fill(id.toString());
      visit.page.keyboard().press("Enter");
      visit.shows("mail.send");
    }
  }

  @Test
  void workers_show_what_they_run() {
    Lease lease = traffic.running("manned");
    try (Visit visit = chromium.visit(server).open("workers").shows("Workers")) {
      assertThat(row(visit, "manned-worker-1")).containsText("report.daily");
      visit.page.locator("a[href$='" + lease.job().id() + "']").click();
      visit.shows("report.daily");
    }
  }

  private static com.microsoft.playwright.Page.GetByRoleOptions role(String name) {
    return new com.microsoft.playwright.Page.GetByRoleOptions().setName(name);
  }

  private static Locator rows(Visit visit) {
    return visit.page.locator("tbody tr");
  }

  private static Locator row(Visit visit, String text) {
    return rows(visit).filter(new Locator.FilterOptions().setHasText(text)).first();
  }

  private Job only(String queue) {
    return jobs(queue).getFirst();
  }

  private List<Job> jobs(String queue) {
    return client.list(JobFilter.ALL.withQueue(queue), Page.Request.FIRST).items();
  }
}
