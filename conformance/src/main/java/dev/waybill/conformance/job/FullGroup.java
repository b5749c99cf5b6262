package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.conformance.Promise;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class FullGroup extends JobStoreGroup {

  private static final int ROOM = 3;

  @Override
  public Settings settings() {
    return super.settings().withMaxLiveJobs(ROOM);
  }

  @Test
  @Promise("X1")
  void a_full_store_refuses_jobs_and_reports_its_limit() {
    submitMany(ROOM);
    assertThat(append(draft(job()))).isEqualTo(new Appended.Full(ROOM));
    assertThat(store().lease(leaseQuery("worker", 10, LONG))).hasSize(ROOM);
  }

  @Test
  @Promise("X1")
  void a_batch_is_accepted_up_to_the_limit() {
    submitMany(ROOM - 1);
    List<Appended> answers = store().append(List.of(draft(job()), draft(job())));
    accepted(answers.get(0));
    assertThat(answers.get(1)).isEqualTo(new Appended.Full(ROOM));
  }

  @Test
  @Promise("X1")
  void running_jobs_count_towards_the_limit_and_finished_ones_do_not() {
    submitMany(ROOM);
    Job leased = lease();
    assertThat(append(draft(job()))).isInstanceOf(Appended.Full.class);
    assertDone(complete(leased));
    submit();
  }

  @Test
  @Promise({"X1", "E1"})
  void a_store_is_still_full_after_a_crash() {
    submitMany(ROOM);
    assertDone(complete(lease()));
    crash();
    submit();
    assertThat(append(draft(job()))).isEqualTo(new Appended.Full(ROOM));
  }

  @Test
  @Promise("E2")
  void a_full_store_answers_a_repeated_request() {
    Job job = submit(job().requestId("r-1"));
    submitMany(ROOM - 1);
    assertThat(append(draft(job().requestId("r-1")))).isEqualTo(duplicate(job));
  }
}
