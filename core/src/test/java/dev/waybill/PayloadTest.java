package dev.waybill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class PayloadTest {

  @TempDir Path folder;

  @Test
  void a_pipe_is_read_although_its_size_is_unknown() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(pipe, "hello"));
    assertThat(Payload.of(pipe).text()).isEqualTo("hello");
    written.join();
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void an_endless_file_and_a_folder_are_refused() {
    for (Path file : new Path[] {Path.of("/dev/zero"), folder, folder.resolve("missing")}) {
      assertThatThrownBy(() -> Payload.of(file)).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void a_file_is_read_from_any_position_even_by_an_interrupted_thread() throws IOException {
    Path file = folder.resolve("file");
    write(file, "0123456789");
    Payload payload = Payload.of(file);
    Thread.currentThread().interrupt();
    try (var rest = payload.open(4, 3)) {
      assertThat(rest.readAllBytes()).asString().isEqualTo("456");
      assertThat(payload.text()).isEqualTo("0123456789");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
