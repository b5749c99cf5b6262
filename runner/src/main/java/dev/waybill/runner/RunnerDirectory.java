package dev.waybill.runner;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.base.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// The data directory of a runner, with one subdirectory per attempt. Locked by one runner at a
/// time: another would take its buffers for leftovers of a crash.
final class RunnerDirectory implements AutoCloseable {

  private static final String LOCK = "lock";

  private final Path path;
  private final FileChannel lock;

  private RunnerDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  static RunnerDirectory take(Path path) {
    try {
      PrivateFiles.createDirectories(path);
      FileChannel channel =
          PrivateFiles.open(
              path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new WaybillException(
            Code.STORE_LOCKED, "another process runner uses the directory " + path);
      }
      return new RunnerDirectory(path, channel);
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot use the directory " + path, failed);
    }
  }

  Path buffer(JobId job, int attempt) {
    return path.resolve(job + "." + attempt);
  }

  List<Path> buffers() {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read the directory " + path, failed);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException here) {
      return false;
    }
  }
}
