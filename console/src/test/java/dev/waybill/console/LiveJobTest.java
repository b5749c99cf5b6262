package dev.waybill.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.conformance.Eventually.eventually;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.waybill.Failure;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An open page of a job follows the job, its output and its exact data.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LiveJobTest {

  /// Keeps the streams that a page opens, so that a test can see whether they are open.
  private static final String KEEP_STREAMS =
      """
      window.streams = [];
      window.EventSource = class extends EventSource {
        constructor(url) {
          super(url);
          window.streams.push(this);
        }
      };\
      """;
  private static final String OPEN_STREAMS =
      "window.streams.filter((one) => one.readyState !== EventSource.CLOSED).length";

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
  void a_waiting_job_is_shown_as_running_when_a_worker_leases_it() {
    JobId id = traffic.any("awaited");
    try (Visit visit = chromium.visit(server).open("jobs/" + id).shows("mail.send")) {
      assertThat(visit.badge("queued").first()).isVisible();
      traffic.lease("awaited", 1);
      assertThat(visit.badge("running").first()).isVisible();
      visit.says("Attempt 1").says("awaited-worker-1");
    }
  }

  @Test
  void the_output_of_a_redriven_job_follows_that_of_its_first_attempt() {
    JobId id = traffic.any("twice");
    Lease first = traffic.lease("twice", 1).getFirst();
    traffic.write(first, 1, "first run\\n");
    client.settle(
        List.of(
            new Settlement(first.token(), new Outcome.Reject(Failure.of("kaput", "it broke")))));
    try (Visit visit = chromium.visit(server).open("jobs/" + id).shows("mail.send")) {
      visit.says("first run").click("Redrive").says("The job is queued again.");
      Lease second = traffic.lease("twice", 1).getFirst();
      traffic.write(second, 1, "second run\\n");
      visit.says("second run");
      assertThat(lines(visit)).hasText(new String[] {"first run", "second run"});
    }
  }

  @Test
  void a_line_is_shown_before_it_ends_and_a_progress_bar_stays_on_its_line() {
    JobId id = traffic.any("prompting");
    Lease lease = traffic.lease("prompting", 1).getFirst();
    traffic.write(lease, 1, "starting\\nOverwrite (y/n)? ");
    try (Visit visit = chromium.visit(server).open("jobs/" + id)) {
      assertThat(lines(visit)).hasText(new String[] {"starting", "Overwrite (y/n)? "});
      traffic.write(lease, 2, "y\\n");
      traffic.write(lease, 3, "10 %\\r20 %\\r");
      traffic.write(lease, 4, "30 %");
      assertThat(lines(visit)).hasText(new String[] {"starting", "Overwrite (y/n)? y", "30 %"});
      traffic.write(lease, 5, "\\rdone\\r\\n");
      assertThat(lines(visit)).hasText(new String[] {"starting", "Overwrite (y/n)? y", "done"});
    }
  }

  private static Locator lines(Visit visit) {
    return visit.page.locator(".terminal-lines > div");
  }

  @Test
  void large_numbers_are_shown_and_enqueued_again_exactly() {
    String payload = "{\"account\":9007199254740993,\"share\":0.12345678901234567890}";
    JobId id =
        client.enqueue(NewJob.of("transfer", payload).toBuilder().queue("exact").build()).id();
    Lease lease = traffic.lease("exact", 1).getFirst();
    client.settle(
        List.of(new Settlement(lease.token(), Outcome.done("{\"balance\":-9223372036854775807}"))));
    try (Visit visit = chromium.visit(server).open("jobs/" + id).shows("transfer")) {
      visit.says("9007199254740993").says("0.12345678901234567890").says("-9223372036854775807");
      visit.click("More").click("Run again with an edited payload…").click("Enqueue");
      eventually(() -> Assertions.assertThat(payloads("exact")).hasSize(2));
    }
    Assertions.assertThat(payloads("exact"))
        .allMatch(text -> text.contains("9007199254740993"))
        .allMatch(text -> text.contains("0.12345678901234567890"));
  }

  private List<String> payloads(String queue) {
    return client
        .list(JobFilter.ALL.withQueue(queue), dev.waybill.Page.Request.FIRST)
        .items()
        .stream()
        .map(job -> job.request().payload().text())
        .toList();
  }

  @Test
  void a_hidden_tab_has_no_streams_and_continues_when_it_is_shown() {
    JobId id = traffic.any("hidden");
    Lease lease = traffic.lease("hidden", 1).getFirst();
    traffic.write(lease, 1, "before\\n");
    try (Visit visit = chromium.visit(server)) {
      visit.page.addInitScript(KEEP_STREAMS);
      visit.open("jobs/" + id).says("before");
      Assertions.assertThat(visit.page.evaluate(OPEN_STREAMS)).isEqualTo(2);
      show(visit.page, "hidden");
      Assertions.assertThat(visit.page.evaluate(OPEN_STREAMS)).isEqualTo(0);
      traffic.write(lease, 2, "meanwhile\\n");
      show(visit.page, "visible");
      assertThat(lines(visit)).hasText(new String[] {"before", "meanwhile"});
      traffic.write(lease, 3, "after\\n");
      assertThat(lines(visit)).hasText(new String[] {"before", "meanwhile", "after"});
    }
  }

  private static void show(Page page, String state) {
    page.evaluate(
        """
        (state) => {
          Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
          document.dispatchEvent(new Event("visibilitychange"));
        }\
        """,
        state);
  }

  @Test
  void live_figures_are_asked_for_again_after_a_refusal() {
    AtomicInteger asked = new AtomicInteger();
    try (Visit visit = chromium.visit(server)) {
      visit.page.route(
          "**/v1/stream/overview",
          route -> {
            if (asked.incrementAndGet() == 1) {
              route.fulfill(new Route.FulfillOptions().setStatus(503));
            } else {
              route.resume();
            }
          });
      visit.open("queues").shows("Queues");
      assertThat(visit.page.locator(".live")).hasText("Live");
    }
  }

  @Test
  void times_of_an_explanation_are_local_and_have_utc_as_their_title() {
    JobId id =
        client
            .enqueue(
                NewJob.builder("reminder")
                    .queue("explained")
                    .delay(java.time.Duration.ofHours(3))
                    .build())
            .id();
    try (Visit visit = chromium.visit(server, "America/New_York").open("jobs/" + id)) {
      Locator time = visit.page.locator(".note strong time");
      String utc = time.getAttribute("datetime");
      assertThat(time).hasAttribute("title", utc.replace("Z", " UTC"));
      assertThat(visit.page.locator(".note").first()).not().containsText(utc);
    }
  }
}
