package dev.waybill.backend.aws.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.CallCounts;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the counts of a queue cost in calls of DynamoDB. Services ask for them every second.
class StatsCostTest {

  private final JobsFixture fixture = new JobsFixture(Settings.DEFAULT);
  private final AwsLink link = AwsLink.open(fixture.config());
  private final AwsJobStore quiet =
      new AwsJobStore(link, fixture.settings(), AwsJobStore.Pace.STANDARD);
  private final QueueKey queue = new QueueKey("t", "work");

  @AfterEach
  void close() {
    quiet.close();
    link.close();
    fixture.close();
  }

  private long calls() {
    return link.counts().calls().entrySet().stream()
        .filter(call -> call.getKey().service().equals("DynamoDB"))
        .mapToLong(java.util.Map.Entry<CallCounts.Call, Long>::getValue)
        .sum();
  }

  private static List<Draft> draft() {
    return List.of(Drafts.draft("t", NewJob.builder("x").queue("work").build()));
  }

  @Test
  void the_counts_of_an_idle_queue_cost_six_calls_and_then_none_for_seconds() {
    long before = calls();
    quiet.stats(queue);
    assertThat(calls() - before).isEqualTo(6);
    quiet.stats(queue);
    quiet.stats(queue);
    assertThat(calls() - before).isEqualTo(6);
  }

  @Test
  void counts_have_the_changes_of_the_own_server_at_once_and_those_of_others_soon() {
    assertThat(quiet.stats(queue).waiting()).isZero();
    quiet.append(draft());
    assertThat(quiet.stats(queue).waiting()).isEqualTo(1);
    QueueKey other = new QueueKey("t", "other");
    assertThat(quiet.stats(other).waiting()).isZero();
    fixture
        .server()
        .jobs
        .append(List.of(Drafts.draft("t", NewJob.builder("x").queue("other").build())));
    eventually(() -> assertThat(quiet.stats(other).waiting()).isEqualTo(1));
  }

  @Test
  void a_job_that_becomes_due_is_counted_as_waiting() {
    quiet.append(
        List.of(
            Drafts.draft(
                "t", NewJob.builder("x").queue("work").delay(Duration.ofHours(1)).build())));
    assertThat(quiet.stats(queue).scheduled()).isEqualTo(1);
    fixture.elapse(Duration.ofHours(2));
    assertThat(quiet.stats(queue).waiting()).isEqualTo(1);
    assertThat(quiet.stats(queue).scheduled()).isZero();
  }
}
