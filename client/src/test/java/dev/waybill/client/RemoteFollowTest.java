package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Eventually;
import dev.waybill.conformance.Promise;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Following a job over the network returns each event once and in order, also after connection
/// failures.
@Timeout(180)
final class RemoteFollowTest {

  private @TempDir Path folder;
  private Served served;
  private Waybill remote;
  private Lease lease;
  private JobId job;

  @BeforeEach
  void connect() {
    served = Served.in(folder);
    remote = served.connect();
    job = remote.enqueue(NewJob.of("t", "")).id();
    lease = served.store().lease(LeaseRequest.of("default", "w")).getFirst();
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  @Test
  @Promise("V1")
  void following_returns_stored_and_new_events_until_the_job_has_finished() {
    publish(0, 3);
    Iterator<JobEvent> events = remote.follow(job, EventCursor.START).iterator();
    assertThat(events.next().sequence()).isZero();
    publish(3, 6);
    served.store().settle(lease.token(), Outcome.done());
    List<Long> rest = new ArrayList<>();
    events.forEachRemaining(event -> rest.add(event.sequence()));
    assertThat(rest).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(events.hasNext()).isFalse();
  }

  @Test
  @Promise("V1")
  void following_starts_after_the_cursor() {
    publish(0, 5);
    served.store().settle(lease.token(), Outcome.done());
    assertThat(remote.follow(job, new EventCursor(1, 2)))
        .extracting(JobEvent::sequence)
        .containsExactly(3L, 4L);
    assertThat(remote.follow(job, new EventCursor(1, -1))).hasSize(5);
    assertThat(remote.events(job, new EventCursor(1, 2), 1))
        .extracting(JobEvent::sequence)
        .containsExactly(3L);
  }

  @Test
  @Promise("V1")
  void a_restart_of_the_server_loses_and_repeats_no_event() throws InterruptedException {
    List<Long> heard = Collections.synchronizedList(new ArrayList<>());
    Thread reader =
        Thread.startVirtualThread(
            () ->
                remote
                    .follow(job, EventCursor.START)
                    .forEach(event -> heard.add(event.sequence())));
    for (int round = 0; round < 3; round++) {
      int before = round * 100;
      publish(before, before + 50);
      Eventually.eventually(() -> assertThat(heard).hasSizeGreaterThan(before));
      served.stop();
      publish(before + 50, before + 100);
      served.startAgain();
    }
    served.store().settle(lease.token(), Outcome.done());
    reader.join();
    assertThat(heard).containsExactlyElementsOf(LongStream.range(0, 300).boxed().toList());
  }

  @Test
  @Promise("V1")
  void cut_connections_lose_no_event() throws Exception {
    try (CuttingProxy proxy = CuttingProxy.to(served.port());
        Waybill through = Waybill.connect(proxy.address())) {
      List<Long> heard = Collections.synchronizedList(new ArrayList<>());
      Thread reader =
          Thread.startVirtualThread(
              () ->
                  through
                      .follow(job, EventCursor.START)
                      .forEach(event -> heard.add(event.sequence())));
      for (int i = 0; i < 20; i++) {
        publish(i * 10, i * 10 + 10);
        int before = i * 10;
        Eventually.eventually(() -> assertThat(heard).hasSizeGreaterThan(before));
        proxy.cutAll();
      }
      served.store().settle(lease.token(), Outcome.done());
      reader.join();
      assertThat(heard).containsExactlyElementsOf(LongStream.range(0, 200).boxed().toList());
    }
  }

  @Test
  void an_interrupt_ends_the_wait_for_events() throws InterruptedException {
    List<Code> heard = Collections.synchronizedList(new ArrayList<>());
    Iterator<JobEvent> events = remote.follow(job, EventCursor.START).iterator();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    assertThat(events.hasNext()).isFalse();
                  } catch (WaybillException ended) {
                    heard.add(ended.code());
                  }
                });
    Eventually.eventually(
        () -> assertThat(reader.getState()).isIn(Thread.State.WAITING, Thread.State.TIMED_WAITING));
    reader.interrupt();
    reader.join();
    assertThat(heard).containsExactly(Code.INTERRUPTED);
  }

  @Test
  void an_unreachable_server_is_reported() {
    try (Waybill hasty = served.connect(Duration.ofMillis(300))) {
      Iterator<JobEvent> events = hasty.follow(job, EventCursor.START).iterator();
      served.stop();
      RemoteWaybillTest.assertFails(Code.UNAVAILABLE, events::hasNext);
      served.startAgain();
    }
  }

  @Test
  @Promise("V2")
  void a_slow_reader_gets_many_large_events() {
    Payload data = Payload.of("x".repeat(50_000));
    for (int i = 0; i < 200; i++) {
      served.store().publish(lease.token(), List.of(new NewEvent(i, "e", null, data)));
    }
    served.store().settle(lease.token(), Outcome.done());
    long expected = 0;
    for (JobEvent event : remote.follow(job, EventCursor.START)) {
      assertThat(event.sequence()).isEqualTo(expected++);
      assertThat(event.data()).isEqualTo(data);
    }
    assertThat(expected).isEqualTo(200);
  }

  private void publish(int from, int to) {
    List<NewEvent> events =
        LongStream.range(from, to).mapToObj(i -> NewEvent.of(i, "e", "event " + i)).toList();
    served.store().publish(lease.token(), events);
  }
}
