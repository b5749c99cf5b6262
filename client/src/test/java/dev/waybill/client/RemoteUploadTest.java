package dev.waybill.client;

import static dev.waybill.client.RemoteWaybillTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.client.call.HttpCall;
import dev.waybill.result.Enqueued;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Payloads above 1 MiB are streamed.
@Timeout(180)
final class RemoteUploadTest {

  private static final byte[] LARGE = random();

  @TempDir Path folder;
  private Served served;
  private Waybill remote;

  @BeforeEach
  void connect() {
    served = Served.in(folder.resolve("store"));
    remote = served.connect();
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  private static byte[] random() {
    byte[] bytes = new byte[5_000_000];
    new Random(5).nextBytes(bytes);
    return bytes;
  }

  private static NewJob.Builder large(Payload payload) {
    return NewJob.builder("resize").payload(payload);
  }

  private Job stored(Enqueued enqueued) {
    return served.store().find(enqueued.id()).orElseThrow();
  }

  @Test
  void a_file_arrives_with_every_field_of_its_job() throws IOException {
    Path file = Files.write(folder.resolve("photo"), LARGE);
    NewJob job =
        large(Payload.of(file))
            .queue("images")
            .tags(Set.of("a", "b c"))
            .retry(RetryPolicy.DEFAULT.withMaxErrors(2))
            .build();
    Job stored = stored(remote.enqueue(job));
    assertThat(stored.payload().bytes()).isEqualTo(LARGE);
    assertThat(stored.queue()).isEqualTo("images");
    assertThat(stored.request().tags()).containsExactly("a", "b c");
    assertThat(stored.request().retry()).isEqualTo(job.retry());
  }

  @Test
  void a_source_is_read_in_small_parts() {
    List<Integer> asked = new ArrayList<>();
    Payload counted =
        Payload.streamed(
            LARGE.length,
            (from, length) ->
                new InputStream() {
                  private final InputStream bytes = Payload.wrap(LARGE).open(from, length);

                  @Override
                  public int read() throws IOException {
                    return bytes.read();
                  }

                  @Override
                  public int read(byte[] into, int offset, int most) throws IOException {
                    asked.add(most);
                    return bytes.read(into, offset, most);
                  }
                });
    assertThat(stored(remote.enqueue(large(counted).build())).payload().bytes()).isEqualTo(LARGE);
    assertThat(asked).isNotEmpty().allMatch(most -> most <= 1 << 20);
  }

  @Test
  void bytes_in_memory_and_jobs_with_long_fields_arrive_too() {
    Set<String> tags = new java.util.TreeSet<>();
    IntStream.range(0, 32).forEach(i -> tags.add("\u00e9".repeat(120) + i));
    for (NewJob job :
        List.of(
            large(Payload.wrap(LARGE)).build(), large(Payload.wrap(LARGE)).tags(tags).build())) {
      Job stored = stored(remote.enqueue(job));
      assertThat(stored.payload().bytes()).isEqualTo(LARGE);
      assertThat(stored.request().tags()).isEqualTo(job.tags());
    }
  }

  @Test
  void a_request_id_makes_a_repeat_the_same_job() {
    NewJob job = large(Payload.wrap(LARGE)).requestId("r").build();
    Enqueued first = remote.enqueue(job);
    Enqueued again = remote.enqueue(job);
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.duplicate()).isTrue();
  }

  @Test
  void a_file_that_cannot_be_read_is_said_to_be() throws IOException {
    Path file = Files.write(folder.resolve("photo"), LARGE);
    Payload gone = Payload.of(file);
    Files.delete(file);
    assertFails(Code.INVALID_ARGUMENT, () -> remote.enqueue(large(gone).build()));
    Payload cut =
        Payload.streamed(LARGE.length + 1, (_, _) -> Payload.wrap(LARGE).open(0, LARGE.length));
    assertFails(Code.INVALID_ARGUMENT, () -> remote.enqueue(large(cut).build()));
    assertThat(served.store().stats()).isEmpty();
  }

  @Test
  void a_large_body_has_more_time() {
    Duration callTime = Duration.ofSeconds(30);
    Payload large = Payload.streamed(16_000_000, (_, _) -> InputStream.nullInputStream());
    assertThat(HttpCall.upload("/", large).timeout(callTime)).isEqualTo(Duration.ofSeconds(1_030));
    assertThat(HttpCall.post("/").timeout(callTime)).isEqualTo(callTime);
  }

  @Test
  void a_payload_that_is_too_large_is_refused() {
    Payload zeros = Payload.wrap(new byte[20_000_000]);
    assertFails(Code.PAYLOAD_TOO_LARGE, () -> remote.enqueue(large(zeros).build()));
  }
}
