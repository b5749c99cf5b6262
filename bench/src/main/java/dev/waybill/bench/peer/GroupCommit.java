package dev.waybill.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/// One thread that writes all pending data, syncs once and then answers all callers.
final class GroupCommit implements AutoCloseable {

  /// Overwritten from the start when it is full, so that any number of bytes can be appended.
  private static final int FILE_BYTES = 64 << 20;

  private final Path file;
  private final FileChannel channel;
  private final LinkedBlockingQueue<Request> waiting = new LinkedBlockingQueue<>();
  private final Thread thread;
  private long offset;

  private record Request(ByteBuffer bytes, CountDownLatch written) {}

  GroupCommit(Path file) {
    this.file = file;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      channel.write(ByteBuffer.allocate(FILE_BYTES));
      channel.force(true);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    thread = Thread.ofPlatform().daemon().name("bare-log").start(this::run);
  }

  void append(byte[] bytes) {
    Request request = new Request(ByteBuffer.wrap(bytes), new CountDownLatch(1));
    waiting.add(request);
    boolean interrupted = false;
    while (true) {
      try {
        request.written().await();
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    List<Request> batch = new ArrayList<>();
    try {
      while (true) {
        batch.add(waiting.take());
        waiting.drainTo(batch);
        write(batch);
        batch.forEach(request -> request.written().countDown());
        batch.clear();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void write(List<Request> batch) throws IOException {
    int size = batch.stream().mapToInt(request -> request.bytes().remaining()).sum();
    ByteBuffer frame = ByteBuffer.allocate(size);
    batch.forEach(request -> frame.put(request.bytes()));
    frame.flip();
    if (offset + size > FILE_BYTES) {
      offset = 0;
    }
    offset += channel.write(frame, offset);
    channel.force(false);
  }

  @Override
  public void close() {
    try {
      thread.interrupt();
      thread.join();
      channel.close();
      Files.delete(file);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
