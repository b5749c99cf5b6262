package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

abstract class RequestIdGroup extends JobStoreGroup {

  private NewJob.Builder request(String id) {
    return job().requestId(id);
  }

  private void assertRepeats(Appended answer, Job original) {
    assertThat(answer).isEqualTo(duplicate(original));
  }

  @Test
  @Promise("E2")
  void a_repeated_request_id_returns_the_same_job() {
    Job job = submit(request("r-1"));
    assertRepeats(append(draft(request("r-1"))), job);
    assertThat(store().lease(leaseQuery("worker", 10, LONG))).hasSize(1);
  }

  @Test
  @Promise("E2")
  void the_same_request_id_twice_in_one_batch_is_one_job() {
    Draft first = draft(request("r-1"));
    Draft other = draft(request("r-2"));
    Draft repeat = draft(request("r-1"));
    List<Appended> answers = store().append(List.of(first, other, repeat));
    accepted(answers.get(0));
    accepted(answers.get(1));
    assertRepeats(answers.get(2), found(first));
  }

  @Test
  @Promise("E2")
  void one_of_64_concurrent_callers_creates_the_job() {
    for (int round = 0; round < 20; round++) {
      NewJob.Builder asked = request("r-" + round);
      List<Appended> answers = Background.together(64, () -> append(draft(asked)));
      assertThat(answers).filteredOn(Appended.New.class::isInstance).hasSize(1);
      assertThat(answers.stream().map(RequestIdGroup::idOf).distinct()).hasSize(1);
    }
    assertThat(store().lease(leaseQuery("worker", 1_000, LONG))).hasSize(20);
  }

  @Test
  @Promise("E2")
  void concurrent_batches_with_the_same_requests_create_each_job_once() {
    List<Appended> answers =
        Background.together(16, () -> store().append(bulkOf(50))).stream()
            .flatMap(List::stream)
            .toList();
    assertThat(answers).filteredOn(Appended.New.class::isInstance).hasSize(50);
    assertThat(store().lease(leaseQuery("worker", 1_000, LONG))).hasSize(50);
  }

  private List<Draft> bulkOf(int requests) {
    return IntStream.range(0, requests).mapToObj(n -> draft(request("r-" + n))).toList();
  }

  @Test
  @Promise("E2")
  void a_request_id_is_known_after_the_job_has_finished() {
    Job job = submit(request("r-1"));
    assertDone(complete(lease()));
    assertRepeats(append(draft(request("r-1"))), job);
    assertNothingToLease();
  }

  @Test
  @Promise({"E1", "E2"})
  void a_request_id_is_known_after_a_crash() {
    Job job = submit(request("r-1"));
    crash();
    assertRepeats(append(draft(request("r-1"))), job);
  }

  @Test
  @Promise({"E1", "E2"})
  void a_request_id_is_known_after_the_job_has_finished_and_the_store_has_crashed() {
    Job job = submit(request("r-1"));
    assertDone(complete(lease()));
    crash();
    assertRepeats(append(draft(request("r-1"))), job);
    assertThat(append(draft(request("r-1").payload("other"))))
        .isEqualTo(new Appended.Conflict(job.id()));
  }

  @Test
  @Promise({"E1", "E2"})
  void all_request_ids_of_a_large_batch_are_known_after_the_jobs_have_finished() {
    store().append(bulkOf(1_000));
    store()
        .apply(
            store().lease(leaseQuery("worker", 600, LONG)).stream()
                .map(job -> Transitions.settled(job, Outcome.done(), POLICY, 0))
                .toList());
    crash();
    assertThat(store().append(bulkOf(1_000))).hasOnlyElementsOfType(Appended.Duplicate.class);
  }

  @Test
  @Promise("E2")
  void a_known_request_id_with_another_body_is_refused() {
    Job job = submit(request("r-1"));
    assertThat(append(draft(request("r-1").payload("other"))))
        .isEqualTo(new Appended.Conflict(job.id()));
    assertThat(found(job)).isEqualTo(job);
    assertThat(store().lease(leaseQuery("worker", 10, LONG))).hasSize(1);
  }

  @Test
  @Promise({"E2", "T1"})
  void the_same_request_id_in_two_tenants_is_two_jobs() {
    Job here = submit(request("r-1"));
    Draft elsewhere = Drafts.draft(Drafts.freshTenant(), request("r-1").build());
    Job there = submit(elsewhere);
    assertThat(there.id()).isNotEqualTo(here.id());
    assertThat(there.tenant()).isNotEqualTo(tenant);
  }

  @Test
  @Promise("E2")
  void the_same_body_without_a_request_id_is_another_job() {
    submit();
    submit();
    assertThat(store().lease(leaseQuery("worker", 10, LONG))).hasSize(2);
  }

  @Test
  @Promise("E2")
  void every_draft_gets_its_own_answer_in_order() {
    Job known = submit(request("known"));
    List<Appended> answers =
        store()
            .append(
                List.of(
                    draft(request("new")),
                    draft(request("known")),
                    draft(request("known").payload("other")),
                    draft(job())));
    accepted(answers.get(0));
    assertRepeats(answers.get(1), known);
    assertThat(answers.get(2)).isEqualTo(new Appended.Conflict(known.id()));
    accepted(answers.get(3));
    assertThat(answers).hasSize(4);
  }

  private static String idOf(Appended answer) {
    return switch (answer) {
      case Appended.New made -> made.id().toString();
      case Appended.Duplicate repeat -> repeat.id().toString();
      case Appended.Conflict conflict -> "conflict with " + conflict.existing();
      case Appended.Full full -> "full at " + full.limit();
      case Appended.OverQuota over -> "over quota at " + over.limit();
    };
  }
}
