package dev.waybill.runner;

import static dev.waybill.conformance.Eventually.eventually;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.TaskToken;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.runner.outbox.BufferedEvent;
import dev.waybill.runner.outbox.EventBuffer;
import dev.waybill.runner.outbox.EventType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProcessRestartTest extends ProcessTest {

  @Test
  @Promise("V1")
  @Seed("S4.20")
  void events_of_a_killed_worker_are_delivered_at_the_next_start() throws Exception {
    JobId id = shell("echo not heard yet; exec sleep 1000");
    waybill.close();
    try (OtherWorker other = OtherWorker.start(folder, "Output")) {
      other.await("ready");
      awaitBuffered(id, "not heard yet");
      other.kill();
    }
    open();
    assertThat(events(id)).extracting(JobEvent::type).containsExactly("ProcessStart");
    try (ProcessRunner _ = runner().open()) {
      awaitOutput(id, "not heard yet");
      eventually(() -> assertThat(leftBehind()).isEmpty());
    }
    assertThat(events(id)).extracting(JobEvent::type).containsExactly("ProcessStart", "Output");
    assertNoGaps(id);
  }

  @Test
  void the_processes_of_a_killed_worker_are_ended() throws Exception {
    JobId id = shell("sleep 1000 & echo started; sleep 1000");
    waybill.close();
    try (OtherWorker other = OtherWorker.start(folder, "Output")) {
      other.await("ready");
      awaitBuffered(id, "started");
      other.kill();
    }
    open();
    awaitGone(pidOf(id));
  }

  @Test
  void events_delivered_before_a_crash_are_not_delivered_again() throws Exception {
    Lease lease = lease();
    EventBuffer buffer = leave(lease.token(), "first", "second", "third");
    source.publish(
        lease.token(), buffer.next(1 << 20).stream().map(BufferedEvent::toEvent).toList());
    buffer.delivered(buffer.next(1 << 20).subList(0, 2));
    buffer.close();
    try (ProcessRunner _ = runner().open()) {
      eventually(() -> assertThat(leftBehind()).isEmpty());
    }
    assertThat(events(lease.job().id())).hasSize(3);
    assertNoGaps(lease.job().id());
  }

  @Test
  void leftover_events_are_delivered_when_the_source_is_back() throws Exception {
    Lease lease = lease();
    leave(lease.token(), "first").close();
    source.unreachable = _ -> true;
    try (ProcessRunner _ = runner().open()) {
      eventually(() -> assertThat(source.failures.get()).isPositive());
      assertThat(leftBehind()).isNotEmpty();
      source.unreachable = _ -> false;
      awaitEvents(lease.job().id(), "Output");
    }
  }

  @Test
  @Promise("L2")
  void events_of_a_lost_lease_are_deleted() throws Exception {
    Lease lease = lease();
    leave(lease.token(), "too late").close();
    waybill.settle(lease.token(), Outcome.fail("over"));
    try (ProcessRunner _ = runner().open()) {
      eventually(() -> assertThat(leftBehind()).isEmpty());
    }
    assertThat(events(lease.job().id())).isEmpty();
  }

  @Test
  void events_with_an_invalid_token_are_deleted() throws Exception {
    leave(new TaskToken("not a token"), "whose?").close();
    Files.createDirectories(buffers().resolve("no-buffer"));
    try (ProcessRunner _ = runner().open()) {
      eventually(() -> assertThat(leftBehind()).isEmpty());
    }
  }

  @Test
  void a_directory_is_locked_by_one_runner() {
    try (ProcessRunner _ = runner().open()) {
      assertThatThrownBy(() -> runner().open())
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.STORE_LOCKED));
    }
    runner().open().close();
  }

  private Lease lease() {
    shell("true");
    return waybill.lease(LeaseRequest.of("default", "someone")).getFirst();
  }

  private EventBuffer leave(TaskToken token, String... outputs) throws IOException {
    Path path = Files.createDirectories(buffers()).resolve("left");
    EventBuffer buffer = EventBuffer.create(path, token, 1 << 20);
    for (String output : outputs) {
      Payload data = ProcessEventJson.output(OutputName.STDOUT, output.getBytes(UTF_8));
      assertThat(buffer.append(EventType.OUTPUT, 0, data)).isTrue();
    }
    return buffer;
  }

  private Set<String> leftBehind() {
    try (Stream<Path> files = Files.list(buffers())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("lock"))
          .collect(java.util.stream.Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits until the start was delivered and this output is in the buffer.
  private void awaitBuffered(JobId id, String output) {
    Path buffer = buffers().resolve(id + ".1");
    eventually(() -> assertThat(buffer.resolve("delivered")).exists());
    eventually(() -> assertThat(eventsIn(buffer)).contains("\"text\":\"" + output));
  }

  private static String eventsIn(Path buffer) {
    try {
      return Files.readString(buffer.resolve("%019d.events".formatted(1)), ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
