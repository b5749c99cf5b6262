package dev.waybill.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The promises of a `BlobStore`, as tests.
public abstract class BlobStoreConformance {

  private static final int LARGE = 16 * 1024 * 1024;

  /// Valid names that look like paths or special names.
  private static final List<String> TRICKY =
      List.of(
          ".",
          "..",
          "/",
          "//",
          "../../outside",
          "/etc/hostname",
          "a/b",
          "a//b",
          "a/./b",
          "A/B",
          "a.tmp",
          "-rf",
          "con",
          "a".repeat(512));

  private final String tenant = Drafts.freshTenant();
  private BackendFixture fixture;

  /// Opens the backend on fresh data, with these settings except for the clock, which is that of
  /// the fixture.
  protected abstract BackendFixture openFixture(Settings settings);

  @BeforeEach
  void openFresh() {
    fixture = openFixture(Settings.DEFAULT.withMaintenanceEvery(null));
  }

  @AfterEach
  void closeFixture() {
    fixture.close();
  }

  @Test
  void a_blob_is_read_back_unchanged() {
    assertThat(blobs().put(tenant, "jobs/1/params.json", bytes("{}"))).isTrue();

    assertThat(blobs().get(tenant, "jobs/1/params.json")).hasValue(bytes("{}"));
  }

  @Test
  void an_unknown_name_has_no_blob() {
    assertThat(blobs().get(tenant, "nothing")).isEmpty();
    assertThat(blobs().delete(tenant, "nothing")).isFalse();
  }

  @Test
  void an_empty_blob_can_be_stored() {
    assertThat(blobs().put(tenant, "empty", new byte[0])).isTrue();

    assertThat(blobs().get(tenant, "empty")).hasValue(new byte[0]);
  }

  @Test
  void sixteen_mebibytes_can_be_stored() {
    byte[] content = random(LARGE);

    assertThat(blobs().put(tenant, "large", content)).isTrue();

    assertThat(blobs().get(tenant, "large")).hasValue(content);
  }

  @Test
  void a_second_put_of_a_name_keeps_the_first_content() {
    blobs().put(tenant, "once", bytes("first"));

    assertThat(blobs().put(tenant, "once", bytes("second"))).isFalse();

    assertThat(blobs().get(tenant, "once")).hasValue(bytes("first"));
  }

  @Test
  void arrays_of_the_caller_are_copied() {
    byte[] given = bytes("content");
    blobs().put(tenant, "mine", given);
    given[0] = '!';
    blobs().get(tenant, "mine").orElseThrow()[0] = '?';

    assertThat(blobs().get(tenant, "mine")).hasValue(bytes("content"));
  }

  @Test
  void a_deleted_blob_is_not_found_and_its_name_can_be_reused() {
    blobs().put(tenant, "short", bytes("old"));

    assertThat(blobs().delete(tenant, "short")).isTrue();
    assertThat(blobs().delete(tenant, "short")).isFalse();
    assertThat(blobs().get(tenant, "short")).isEmpty();
    assertThat(blobs().put(tenant, "short", bytes("new"))).isTrue();
    assertThat(blobs().get(tenant, "short")).hasValue(bytes("new"));
  }

  @Test
  @Promise("E1")
  void puts_and_deletes_survive_a_crash() {
    byte[] content = random(100_000);
    blobs().put(tenant, "kept", content);
    blobs().put(tenant, "empty", new byte[0]);
    blobs().put(tenant, "deleted", content);
    blobs().delete(tenant, "deleted");

    BlobStore reopened = fixture.crashAndReopen().blobs();

    assertThat(reopened.get(tenant, "kept")).hasValue(content);
    assertThat(reopened.get(tenant, "empty")).hasValue(new byte[0]);
    assertThat(reopened.get(tenant, "deleted")).isEmpty();
    assertThat(reopened.put(tenant, "kept", bytes("other"))).isFalse();
  }

  @Test
  @Promise("T1")
  void tenants_cannot_see_each_others_blobs() {
    String other = tenant + "-other";
    blobs().put(tenant, "letter", bytes("mine"));

    assertThat(blobs().get(other, "letter")).isEmpty();
    assertThat(blobs().delete(other, "letter")).isFalse();
    assertThat(blobs().put(other, "letter", bytes("theirs"))).isTrue();
    assertThat(blobs().get(tenant, "letter")).hasValue(bytes("mine"));
  }

  @Test
  @Promise("T1")
  void tenant_and_name_are_not_concatenated_ambiguously() {
    blobs().put(tenant, "a/b", bytes("mine"));

    assertThat(blobs().get(tenant + "/a", "b")).isEmpty();
    assertThat(blobs().get(tenant + "a", "/b")).isEmpty();
  }

  @Test
  @Promise("X1")
  void names_are_never_used_as_paths() {
    for (String name : TRICKY) {
      assertThat(blobs().put(tenant, name, bytes("content of " + name))).as(name).isTrue();
    }
    for (String name : TRICKY) {
      assertThat(blobs().get(tenant, name)).as(name).hasValue(bytes("content of " + name));
    }
  }

  @Test
  void exactly_one_of_many_concurrent_puts_of_a_name_succeeds() throws Exception {
    int writers = 16;
    CyclicBarrier start = new CyclicBarrier(writers);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> answers =
          IntStream.range(0, writers)
              .mapToObj(writer -> threads.submit(() -> putAfter(start, writer)))
              .toList();
      int winner = -1;
      for (int writer = 0; writer < writers; writer++) {
        if (answers.get(writer).get()) {
          assertThat(winner).as("the first winner").isEqualTo(-1);
          winner = writer;
        }
      }
      assertThat(winner).as("the winner").isNotEqualTo(-1);
      assertThat(blobs().get(tenant, "race")).hasValue(contentOf(winner));
    }
  }

  @Test
  void any_range_can_be_read() throws IOException {
    byte[] content = random(1_000_003);
    blobs().put(tenant, "ranges", content);
    Blob blob = blobs().find(tenant, "ranges").orElseThrow();

    assertThat(blob.size()).isEqualTo(content.length);
    for (int from : new int[] {0, 1, 65_535, 65_536, 131_071, 131_072, 999_999, 1_000_003}) {
      for (int length : new int[] {0, 1, 70_000, 300_000, content.length - from}) {
        if (from + length <= content.length) {
          assertThat(range(blob, from, length))
              .as("%d bytes from %d", length, from)
              .isEqualTo(Arrays.copyOfRange(content, from, from + length));
        }
      }
    }
  }

  @Test
  void a_range_outside_the_blob_is_refused() {
    blobs().put(tenant, "short", bytes("12345"));
    Blob blob = blobs().find(tenant, "short").orElseThrow();

    for (long[] range :
        new long[][] {{-1, 2}, {0, 6}, {6, 0}, {5, 1}, {1, -1}, {1, Long.MAX_VALUE}}) {
      assertThatThrownBy(() -> blob.open(range[0], range[1]))
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
    }
  }

  @Test
  @Promise("E1")
  void content_of_a_failed_stream_is_not_stored() {
    InputStream broken =
        new SequenceInputStream(new ByteArrayInputStream(random(200_000)), new BrokenStream());

    assertThatThrownBy(() -> blobs().put(tenant, "broken", broken)).isInstanceOf(IOException.class);

    assertThat(blobs().find(tenant, "broken")).isEmpty();
    assertThat(blobs().put(tenant, "broken", bytes("whole"))).isTrue();
  }

  /// A reader gets the whole blob or an error that it was deleted; it never gets a shorter one.
  @Test
  void a_blob_deleted_while_it_is_read_is_never_truncated() throws IOException {
    byte[] content = random(4_000_000);
    blobs().put(tenant, "leaving", content);
    Blob blob = blobs().find(tenant, "leaving").orElseThrow();
    byte[] read = new byte[0];
    Code failed = null;
    try (InputStream stream = blob.open(0, content.length)) {
      byte[] first = stream.readNBytes(10);
      assertThat(blobs().delete(tenant, "leaving")).isTrue();
      read = new SequenceInputStream(new ByteArrayInputStream(first), stream).readAllBytes();
    } catch (WaybillException gone) {
      failed = gone.code();
    }

    if (failed == null) {
      assertThat(read).isEqualTo(content);
    } else {
      assertThat(failed).isEqualTo(Code.NOT_FOUND);
    }
    assertThat(blobs().find(tenant, "leaving")).isEmpty();
  }

  @Test
  void a_blob_replaced_while_it_is_read_is_never_mixed() {
    byte[] old = random(300_000);
    blobs().put(tenant, "replaced", old);
    Blob found = blobs().find(tenant, "replaced").orElseThrow();
    blobs().delete(tenant, "replaced");
    blobs().put(tenant, "replaced", new byte[300_000]);

    try {
      assertThat(range(found, 100_000, 200_000))
          .isEqualTo(Arrays.copyOfRange(old, 100_000, 300_000));
    } catch (WaybillException | IOException gone) {
      assertThat(gone)
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.NOT_FOUND));
    }
  }

  private static byte[] range(Blob blob, long from, long length) throws IOException {
    try (InputStream stream = blob.open(from, length)) {
      return stream.readAllBytes();
    }
  }

  private static final class BrokenStream extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("the caller is gone");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      throw new IOException("the caller is gone");
    }
  }

  private boolean putAfter(CyclicBarrier start, int writer) throws Exception {
    start.await();
    return blobs().put(tenant, "race", contentOf(writer));
  }

  private static byte[] contentOf(int writer) {
    return bytes(("writer " + writer + "; ").repeat(10_000));
  }

  private BlobStore blobs() {
    return fixture.backend().blobs();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] random(int length) {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    return content;
  }
}
