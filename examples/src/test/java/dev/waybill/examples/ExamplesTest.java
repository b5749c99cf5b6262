package dev.waybill.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs every example and checks its result.
@Timeout(180)
final class ExamplesTest {

  @TempDir Path folder;

  @Test
  void hello_job_completes_with_its_result() {
    HelloJob.run(folder);
    try (Waybill again = Waybill.open(folder)) {
      Job job = again.list(JobFilter.ALL, Page.Request.FIRST).items().getFirst();
      assertThat(job.state()).isEqualTo(State.COMPLETED);
      assertThat(job.progress().result()).isEqualTo(Payload.of("Hello, Ada!"));
    }
  }

  @Test
  void a_dead_job_is_redriven_and_completes_with_its_history_kept() {
    RetriesAndDeadLetters.Result result = RetriesAndDeadLetters.run(folder);
    assertThat(result.before()).isEqualTo(State.DEAD);
    assertThat(result.after()).isEqualTo(State.COMPLETED);
    assertThat(result.attempts())
        .extracting(Attempt::ending)
        .containsExactly(Attempt.Ending.ERROR, Attempt.Ending.ERROR, Attempt.Ending.COMPLETED);
  }

  @Test
  void urgent_jobs_run_first_and_delayed_jobs_at_their_time() {
    assertThat(DelayAndPriority.run(folder)).containsExactly("high", "normal", "low", "later");
  }

  @Test
  void each_subscribed_queue_gets_the_event() throws Exception {
    assertThat(EventsToQueues.run(folder))
        .containsExactly("orders {\"order\":1}", "orders {\"order\":2}", "orders-pt {\"order\":1}");
  }

  @Test
  void a_consumer_of_the_new_version_reads_old_events() throws Exception {
    assertThat(NewVersionOfEvents.run(folder))
        .containsExactly(
            "{\"schema_version\":\"2.0\",\"receipt\":7}",
            "{\"schema_version\":\"2.0\",\"receipt\":8}");
  }

  @Test
  void live_output_has_no_gaps_and_no_duplicates() {
    assertThat(LiveOutput.run(folder))
        .containsExactly("compile house", "test house", "package house");
  }

  @Test
  void a_remote_worker_runs_jobs_of_the_server() {
    try (Waybill waybill = Waybill.open(folder);
        WaybillServer server = WaybillServer.start(waybill, ServerSettings.DEFAULT.withPort(0))) {
      URI address = URI.create("http://127.0.0.1:" + server.port());
      assertThat(RemoteWorker.run(address, null)).isEqualTo("42");
      assertThat(waybill.stats("sums").running()).isZero();
    }
  }

  @Test
  void the_same_order_twice_runs_once() {
    assertThat(BulkEnqueue.run(folder)).isEqualTo(new BulkEnqueue.Result(499, 499, 1, 499));
  }
}
