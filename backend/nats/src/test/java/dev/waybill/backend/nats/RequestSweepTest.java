package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.backend.nats.SubjectWrites.Purge;
import dev.waybill.backend.support.RequestKey;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Request IDs of pruned jobs expire.
final class RequestSweepTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Retention RETENTION =
      new Retention(DAY, DAY, DAY, DAY, DAY, DAY.multipliedBy(14));

  private final ManualClock clock = new ManualClock();
  private NatsServer server;
  private NatsLink link;
  private NatsJobStore store;

  @BeforeEach
  void open() {
    server = NatsServer.start();
    link = server.link();
    NatsLayout.streams().forEach(link::ensureStream);
    store = NatsJobStore.open(link, Settings.DEFAULT.withClock(clock));
  }

  @AfterEach
  void close() {
    store.close();
    link.close();
    server.close();
  }

  @Test
  void expired_request_ids_are_deleted_and_others_stay() throws Exception {
    Job ended = submit("ended");
    submit("waiting");
    store.apply(List.of(Transitions.cancelled(ended).orElseThrow()));
    clock.advance(DAY.multipliedBy(2));
    eventually(
        () ->
            assertThat(store.prune(RETENTION, 100))
                .extracting(pruned -> pruned.job().id())
                .containsExactly(ended.id()));
    clock.advance(DAY.multipliedBy(11));
    store.prune(RETENTION, 100);
    assertThat(requests()).isEqualTo(2);
    clock.advance(DAY.plusMinutes(1));

    store.prune(RETENTION, 100);

    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void old_request_ids_without_a_job_are_deleted() throws Exception {
    Job lost = submit("lost");
    submit("waiting");
    store.close();
    String subject = JobSubjects.job(new JobKey(lost.tenant(), lost.id()));
    SubjectWrites.of(link).purgeAll(List.of(new Purge("KV_wb_jobs", subject, Purge.EVERYTHING)));
    store = NatsJobStore.open(link, Settings.DEFAULT.withClock(clock));
    store.prune(RETENTION, 100);
    clock.advance(DAY.multipliedBy(13));
    store.prune(RETENTION, 100);
    assertThat(requests()).as("a repeated request may still create the job").isEqualTo(2);
    clock.advance(DAY.multipliedBy(2));

    store.prune(RETENTION, 100);

    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void the_tenant_of_a_key_is_read_from_its_subject() {
    for (String tenant : List.of("acme", "a.b c", "grüße", "=h")) {
      String subject = JobSubjects.request(new RequestKey(tenant, "x"));
      assertThat(JobSubjects.tenantOf(subject)).contains(tenant);
    }
    String hashed = JobSubjects.request(new RequestKey("x".repeat(500), "x"));
    assertThat(JobSubjects.tenantOf(hashed)).isEmpty();
  }

  private Job submit(String request) {
    NewJob job = NewJob.builder("demo").requestId(request).build();
    Draft draft = Drafts.draft("acme", job);
    assertThat(store.append(List.of(draft))).hasOnlyElementsOfType(Appended.New.class);
    return store.find(draft.key()).orElseThrow();
  }

  private long requests() throws Exception {
    String stream = JobSubjects.streamOf(JobSubjects.REQUESTS);
    return link.management().getStreamInfo(stream).getStreamState().getMsgCount();
  }
}
