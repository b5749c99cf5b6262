package dev.waybill.documents.parse.process;

import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseLimits;
import dev.waybill.documents.parse.process.ParserRecord.Ended;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A running parser process.
final class ParserProcess {

  private static final int QUEUE = 64;
  private static final long LONGEST_END_SECONDS = 10;

  private final Process process;
  private final DataOutputStream requests;
  private final BlockingQueue<ParserRecord> records = new ArrayBlockingQueue<>(QUEUE);
  private final Thread reader;
  private int files;

  private ParserProcess(Process process) {
    this.process = process;
    this.requests = new DataOutputStream(process.getOutputStream());
    this.reader = Thread.ofVirtual().name("parser output").start(this::readAll);
  }

  static ParserProcess start(int heapMegabytes) throws IOException {
    return new ParserProcess(ParserCommand.with(heapMegabytes).start());
  }

  private void readAll() {
    RecordReader in = new RecordReader(process.getInputStream());
    try {
      ParserRecord last;
      do {
        last = next(in);
        records.put(last);
      } while (!(last instanceof Ended));
    } catch (InterruptedException killed) {
      Thread.currentThread().interrupt();
    }
  }

  private static ParserRecord next(RecordReader in) {
    try {
      return in.next();
    } catch (IOException broken) {
      return new Ended();
    }
  }

  void request(Path file, FileType type, ParseLimits limits) throws IOException {
    files++;
    requests.writeUTF(type.text());
    requests.writeLong(limits.unpackedBytes());
    requests.writeUTF(file.toAbsolutePath().toString());
    requests.flush();
  }

  /// The next record, or null if there is none within this time.
  @Nullable ParserRecord poll(Duration atMost) throws InterruptedException {
    return records.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// How many files it has been given.
  int files() {
    return files;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /// Zero where the system does not tell.
  Duration processorTime() {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /// The exit code of a process that said nothing more.
  int exitCode() throws InterruptedException {
    if (!process.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
      kill();
      process.waitFor();
    }
    return process.exitValue();
  }

  void kill() {
    process.destroyForcibly();
    reader.interrupt();
  }
}
