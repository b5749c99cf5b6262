package dev.waybill.rig;

import dev.waybill.WaybillException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/// Records each call before it is made and each response, with one file write per line, so that a
/// kill loses no relevant line.
final class Recorder implements AutoCloseable {

  private final FileOutputStream out;
  private final AtomicLong ops = new AtomicLong();

  Recorder(Path file) {
    try {
      out = new FileOutputStream(file.toFile(), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs a call and writes a line before and after it.
  <T> T around(
      HistoryLine.Kind kind,
      List<String> asked,
      Supplier<T> call,
      Function<T, List<String>> answered) {
    long op = ops.incrementAndGet();
    write(new HistoryLine(HistoryLine.Phase.INVOKE, op, kind, asked));
    try {
      T answer = call.get();
      write(new HistoryLine(HistoryLine.Phase.OK, op, kind, answered.apply(answer)));
      return answer;
    } catch (WaybillException failed) {
      write(new HistoryLine(HistoryLine.Phase.FAIL, op, kind, List.of(failed.code().wire())));
      throw failed;
    }
  }

  private void write(HistoryLine line) {
    byte[] bytes = line.format().getBytes(StandardCharsets.UTF_8);
    try {
      synchronized (out) {
        out.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
