package dev.waybill.backend.embedded.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.HugeBlobMain;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.conformance.HugeBlob;
import dev.waybill.conformance.Promise;
import dev.waybill.spi.Blob;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileBlobStoreTest {

  private static final byte[] CONTENT = "the content".getBytes(StandardCharsets.UTF_8);

  @TempDir Path root;
  private Path folder;
  private FileBlobStore blobs;

  @BeforeEach
  void open() {
    folder = root.resolve("blobs");
    blobs = new FileBlobStore(folder);
  }

  @Test
  @Promise("E1")
  void every_flipped_bit_is_detected() throws IOException {
    blobs.put("acme", "jobs/1", CONTENT);
    Path file = onlyFile();
    byte[] written = Files.readAllBytes(file);

    for (int bit = 0; bit < written.length * 8; bit++) {
      byte[] damaged = written.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file, damaged);

      assertThatThrownBy(() -> blobs.get("acme", "jobs/1"))
          .as("bit %d", bit)
          .isInstanceOf(WaybillException.class)
          .extracting(FileBlobStoreTest::code)
          .isIn(Code.CORRUPT, Code.NEWER_FORMAT, Code.OLDER_FORMAT);
    }
    Files.write(file, written);
    assertThat(blobs.get("acme", "jobs/1")).hasValue(CONTENT);
  }

  @Test
  @Promise("E1")
  void a_wrong_file_length_is_detected_at_every_length() throws IOException {
    blobs.put("acme", "jobs/1", CONTENT);
    Path file = onlyFile();
    byte[] written = Files.readAllBytes(file);

    for (int length = 0; length <= written.length + 2; length++) {
      Files.write(file, Arrays.copyOf(written, length));
      if (length != written.length) {
        assertFails(Code.CORRUPT, () -> blobs.get("acme", "jobs/1"));
      }
    }
  }

  @Test
  void damage_is_reported_with_blob_file_and_advice() throws IOException {
    blobs.put("acme", "jobs/1", CONTENT);
    Files.write(onlyFile(), new byte[3]);

    assertThatThrownBy(() -> blobs.get("acme", "jobs/1"))
        .hasMessageContainingAll(
            "\"jobs/1\"", "\"acme\"", onlyFile().toString(), "backup", "delete the blob");
  }

  @Test
  void the_file_of_another_blob_is_refused() throws IOException {
    blobs.put("acme", "jobs/1", CONTENT);
    Path first = onlyFile();
    blobs.put("acme", "jobs/2", CONTENT);
    Path second = files().stream().filter(file -> !file.equals(first)).findFirst().orElseThrow();
    Files.copy(first, second, StandardCopyOption.REPLACE_EXISTING);

    assertFails(Code.CORRUPT, () -> blobs.get("acme", "jobs/2"));
  }

  @Test
  void another_format_is_distinguished_from_damage() throws IOException {
    blobs.put("acme", "jobs/1", CONTENT);
    byte[] written = Files.readAllBytes(onlyFile());
    written[7] = 4;
    Files.write(onlyFile(), written);
    assertFails(Code.NEWER_FORMAT, () -> blobs.get("acme", "jobs/1"));
    written[7] = 1;
    Files.write(onlyFile(), written);
    assertFails(Code.OLDER_FORMAT, () -> blobs.get("acme", "jobs/1"));
  }

  @Test
  @Promise("E1")
  void unfinished_files_of_a_crash_are_removed_and_others_are_kept() throws IOException {
    blobs.put("acme", "kept", CONTENT);
    Files.write(folder.resolve("incoming").resolve("put-17.tmp"), CONTENT);

    FileBlobStore reopened = new FileBlobStore(folder);

    assertThat(files()).hasSize(1);
    assertThat(reopened.get("acme", "kept")).hasValue(CONTENT);
  }

  @Test
  void a_put_leaves_only_the_blob() throws IOException {
    blobs.put("acme", "jobs/1", CONTENT);
    blobs.put("acme", "jobs/1", CONTENT);

    assertThat(files()).hasSize(1);
    assertThat(onlyFile().toString()).doesNotContain("acme", "jobs");
  }

  @Test
  @Promise("X1")
  void invalid_names_are_refused_and_change_nothing() throws IOException {
    for (String name :
        List.of("", "a b", "a\0b", "a\\b", "a\nb", "ä", "a:b", "*", "x".repeat(513), "\uD800")) {
      assertFails(Code.INVALID_NAME, () -> blobs.put("acme", name, CONTENT));
      assertFails(Code.INVALID_NAME, () -> blobs.get("acme", name));
      assertFails(Code.INVALID_NAME, () -> blobs.delete("acme", name));
    }
    for (String tenant : List.of("", "a\0b", "\uD800")) {
      assertFails(Code.INVALID_NAME, () -> blobs.put(tenant, "name", CONTENT));
    }
    assertThat(files()).isEmpty();
  }

  @Test
  @Promise("E1")
  void an_interrupted_thread_can_store_and_read_and_stays_interrupted() {
    try {
      Thread.currentThread().interrupt();
      assertThat(blobs.put("acme", "jobs/1", CONTENT)).isTrue();
      assertThat(blobs.put("acme", "jobs/1", CONTENT)).isFalse();
      assertThat(blobs.get("acme", "jobs/1")).hasValue(CONTENT);
      assertThat(blobs.delete("acme", "jobs/1")).isTrue();
      assertThat(new FileBlobStore(folder).get("acme", "jobs/1")).isEmpty();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void a_failed_put_leaves_no_file() throws IOException {
    Path shard = shardOf("jobs/1");
    Files.delete(shard);

    assertFails(Code.STORE_FAILED, () -> blobs.put("acme", "jobs/1", CONTENT));

    assertThat(files()).isEmpty();
    Files.createDirectory(shard);
    assertThat(blobs.put("acme", "jobs/1", CONTENT)).isTrue();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_full_disk_is_distinguished_from_other_failures() {
    Path full = Path.of("/dev/full");

    assertThatThrownBy(
            () -> {
              try (FileOutputStream out = new FileOutputStream(full.toFile())) {
                out.write(CONTENT);
              } catch (IOException e) {
                throw DiskFailure.of("write", folder, e);
              }
            })
        .extracting(FileBlobStoreTest::code)
        .isEqualTo(Code.DISK_FULL);
    assertThat(DiskFailure.of("write", folder, new IOException("Input/output error")).code())
        .isEqualTo(Code.STORE_FAILED);
  }

  @Test
  void a_blob_larger_than_the_heap_is_streamed() throws Exception {
    assertThat(HugeBlob.inSmallHeap(HugeBlobMain.class, folder.toString()))
        .isEqualTo("exit 0: streamed");
  }

  @Test
  @Promise("E1")
  void damage_in_a_later_block_is_detected_before_its_bytes_are_returned() throws IOException {
    byte[] content = new byte[200_000];
    blobs.put("acme", "jobs/1", content);
    byte[] written = Files.readAllBytes(onlyFile());
    written[150_000] ^= 1;
    Files.write(onlyFile(), written);

    Blob blob = blobs.find("acme", "jobs/1").orElseThrow();
    try (InputStream stream = blob.open(0, content.length)) {
      assertThat(stream.readNBytes(131_072)).hasSize(131_072);
      assertFails(Code.CORRUPT, stream::read);
    }
    try (InputStream last = blob.open(196_608, 3_392)) {
      assertThat(last.readAllBytes()).hasSize(3_392);
    }
  }

  @Test
  void closing_the_store_ends_open_streams() throws IOException {
    blobs.put("acme", "jobs/1", new byte[200_000]);
    try (InputStream stream = blobs.find("acme", "jobs/1").orElseThrow().open(0, 200_000)) {
      stream.read();
      blobs.close();
      assertFails(Code.CLOSED, stream::readAllBytes);
    }
  }

  private Path shardOf(String name) throws IOException {
    blobs.put("acme", name, CONTENT);
    Path shard = Objects.requireNonNull(onlyFile().getParent());
    blobs.delete("acme", name);
    return shard;
  }

  private Path onlyFile() throws IOException {
    assertThat(files()).hasSize(1);
    return files().getFirst();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void assertFails(Code code, ThrowingCallable call) {
    assertThatThrownBy(call).extracting(FileBlobStoreTest::code).isEqualTo(code);
  }

  private static Code code(Throwable thrown) {
    return ((WaybillException) thrown).code();
  }
}
