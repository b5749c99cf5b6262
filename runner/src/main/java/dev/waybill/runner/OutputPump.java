package dev.waybill.runner;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/// Reads the output of a process until it ends. Each stream has a platform thread: reading a pipe
/// would block the carrier of a virtual thread.
final class OutputPump {

  private static final System.Logger LOG = System.getLogger(OutputPump.class.getName());
  private static final int CHUNK = 16 * 1024;

  private final OutputBatches batches;
  private final List<Thread> readers;

  private OutputPump(Process process, OutputBatches batches) {
    this.batches = batches;
    this.readers =
        List.of(
            reader(OutputName.STDOUT, process.getInputStream()),
            reader(OutputName.STDERR, process.getErrorStream()));
  }

  static OutputPump start(Process process, OutputBatches batches) {
    return new OutputPump(process, batches);
  }

  /// Reads the rest of the pipes. A process that left the group may hold a pipe open indefinitely;
  /// its output is not waited for.
  void finish(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    for (Thread reader : readers) {
      reader.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
    }
    batches.close();
  }

  private Thread reader(OutputName name, InputStream from) {
    return Thread.ofPlatform().daemon().name("process-" + name).start(() -> readAll(name, from));
  }

  private void readAll(OutputName name, InputStream from) {
    byte[] chunk = new byte[CHUNK];
    try (from) {
      for (int read = from.read(chunk); read >= 0; read = from.read(chunk)) {
        batches.accept(name, chunk, read);
      }
    } catch (IOException closed) {
      LOG.log(Level.DEBUG, "stopped reading " + name, closed);
    }
  }
}
