package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class FeedGroup extends JobStoreGroup {

  private static final int SOME = 100;
  private static final Retention ALL_SHORT =
      new Retention(SHORT, SHORT, SHORT, SHORT, SHORT, Duration.ZERO);

  private FeedReader reader;

  @BeforeEach
  void openReader() {
    reader = new FeedReader(this::store, tenant);
  }

  private Job completed() {
    submit();
    Job leased = lease();
    assertDone(complete(leased));
    return leased;
  }

  private void assertKnown(Map<JobId, State> expected) {
    eventually(
        () -> {
          assertThat(reader.read(SOME)).as("the position is known").isTrue();
          assertThat(reader.known).isEqualTo(expected);
        });
  }

  @Test
  @Promise("F1")
  void jobs_are_in_the_feed_when_they_are_created_retried_finished_and_redriven() {
    Job job = submit();
    assertKnown(Map.of(job.id(), State.QUEUED));
    Job first = lease();
    assertDone(settle(first, Outcome.retry("again")));
    assertKnown(Map.of(job.id(), State.QUEUED));
    Job dead = killed(lease());
    assertKnown(Map.of(job.id(), State.DEAD));
    assertDone(apply(Transitions.redriven(dead).orElseThrow()));
    assertKnown(Map.of(job.id(), State.QUEUED));
    assertDone(complete(lease()));
    assertKnown(Map.of(job.id(), State.COMPLETED));
  }

  @Test
  @Promise("F1")
  void the_feed_has_the_job_as_it_is_stored() {
    submit(job().requestId("r-1").tags("vip").payload("words"));
    Job leased = lease();
    assertDone(settle(leased, Outcome.done("result")));
    eventually(
        () -> {
          JobChanges.Read read = (JobChanges.Read) store().changes(JobChanges.BEGINNING, 10_000);
          assertThat(read.changes()).contains(new JobChange.Current(found(leased)));
        });
  }

  @Test
  @Promise("F1")
  void the_feed_has_deleted_and_pruned_jobs() {
    Job deleted = completed();
    Job pruned = completed();
    Job waiting = submit();
    assertKnown(
        Map.of(
            deleted.id(), State.COMPLETED,
            pruned.id(), State.COMPLETED,
            waiting.id(), State.QUEUED));
    store().delete(key(deleted));
    assertKnown(Map.of(pruned.id(), State.COMPLETED, waiting.id(), State.QUEUED));
    elapse(SHORT.plusMillis(5));
    eventually(
        () -> {
          store().prune(ALL_SHORT, SOME);
          assertThat(store().find(key(pruned))).isEmpty();
        });
    assertKnown(Map.of(waiting.id(), State.QUEUED));
  }

  @Test
  @Promise("F1")
  void a_page_has_at_most_the_requested_number_of_changes() {
    submitMany(5);
    eventually(
        () -> {
          JobChanges.Read read = (JobChanges.Read) store().changes(JobChanges.BEGINNING, 2);
          assertThat(read.changes()).hasSize(2);
        });
    eventually(
        () -> {
          reader.read(1);
          assertThat(reader.known).hasSize(5);
        });
  }

  @Test
  @Promise("F1")
  void a_position_is_valid_after_a_crash() {
    Job before = completed();
    assertKnown(Map.of(before.id(), State.COMPLETED));
    crash();
    Job after = completed();
    assertKnown(Map.of(before.id(), State.COMPLETED, after.id(), State.COMPLETED));
    crash();
    store().delete(key(before));
    assertKnown(Map.of(after.id(), State.COMPLETED));
  }

  @Test
  @Promise("F1")
  void nothing_appears_before_a_position_that_was_read() {
    Background<List<List<JobId>>> writers =
        Background.of(() -> Background.together(4, () -> canceled(25)));
    while (!writers.isDone()) {
      assertThat(reader.read(3)).isTrue();
    }
    Set<JobId> written =
        writers.answer().stream().flatMap(List::stream).collect(Collectors.toSet());
    eventually(
        () -> {
          reader.read(3);
          assertThat(reader.known.keySet()).isEqualTo(written);
          assertThat(reader.known.values()).containsOnly(State.CANCELLED);
        });
  }

  private List<JobId> canceled(int count) {
    List<JobId> canceled = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      Job job = submit();
      cancel(job);
      canceled.add(job.id());
    }
    return canceled;
  }

  @Test
  @Promise("F1")
  void a_reader_that_missed_deletions_must_start_over() {
    Job deleted = completed();
    Job kept = completed();
    assertKnown(Map.of(deleted.id(), State.COMPLETED, kept.id(), State.COMPLETED));
    store().delete(key(deleted));
    assertDeletionsAreDropped();
    reader.startOver();
    assertKnown(Map.of(kept.id(), State.COMPLETED));
    assertThat(reader.read(SOME)).as("a reader at the end is not behind").isTrue();
  }

  @Test
  @Promise("F1")
  void a_new_reader_does_not_miss_earlier_deletions() {
    Job first = completed();
    Job deleted = completed();
    assertKnown(Map.of(first.id(), State.COMPLETED, deleted.id(), State.COMPLETED));
    store().delete(key(deleted));
    assertDeletionsAreDropped();
    reader.startOver();
    assertThat(reader.read(1)).as("page by page").isTrue();
    assertThat(reader.known).containsOnlyKeys(first.id());
  }

  private void assertDeletionsAreDropped() {
    elapse(JobChanges.DELETIONS_KEPT.plusMillis(1));
    eventually(
        () -> {
          store().prune(Retention.DEFAULT, SOME);
          assertThat(store().changes(reader.position, SOME)).isEqualTo(new JobChanges.TooOld());
        });
    assertThat(reader.read(SOME)).isFalse();
  }

  @Test
  @Promise("F1")
  void a_position_of_another_store_is_too_old() {
    submit();
    for (String foreign : List.of("1-2-3", "0-0-0", "x", "--", "zzz-1-1")) {
      assertThat(store().changes(foreign, SOME)).isEqualTo(new JobChanges.TooOld());
    }
  }
}
