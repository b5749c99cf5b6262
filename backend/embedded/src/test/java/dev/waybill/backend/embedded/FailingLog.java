package dev.waybill.backend.embedded;

import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.bytes.ByteWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/// A log whose n-th write fails once, with a chosen part of the frame on disk.
final class FailingLog extends SegmentedLog {

  /// The part of the frame that is on disk when the write fails.
  enum Written {
    NOTHING,
    HALF,
    /// All of it: the sync failed.
    EVERYTHING
  }

  private final int failingCall;
  private final Written written;
  private final AtomicInteger calls = new AtomicInteger();

  FailingLog(Path folder, int segmentBytes, int failingCall, Written written) {
    super(folder, segmentBytes);
    this.failingCall = failingCall;
    this.written = written;
  }

  int calls() {
    return calls.get();
  }

  @Override
  public void append(ByteWriter frame) throws IOException {
    if (calls.incrementAndGet() != failingCall) {
      super.append(frame);
      return;
    }
    switch (written) {
      case NOTHING -> {}
      case HALF -> writeAtEnd(frame.copy(0, frame.size() / 2));
      case EVERYTHING -> writeAtEnd(frame.copy());
    }
    throw new IOException("write " + calls + " failed");
  }

  private void writeAtEnd(byte[] bytes) throws IOException {
    Path file = folder().resolve("%016x.log".formatted(segmentOf(end())));
    FolderFiles.write(file, offsetOf(end()), bytes);
  }
}
