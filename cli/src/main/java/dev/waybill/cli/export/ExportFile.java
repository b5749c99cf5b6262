package dev.waybill.cli.export;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// The file of an export. Until it is complete it has the suffix `.part`, and a file with the
/// suffix `.resume` says which of its bytes count and where to continue.
final class ExportFile implements AutoCloseable {

  private final Path target;
  private final FileChannel part;
  private long length;

  private ExportFile(Path target, FileChannel part) {
    this.target = target;
    this.part = part;
  }

  private static Path beside(Path target, String suffix) {
    return target.resolveSibling(target.getFileName() + suffix);
  }

  /// How far an export that did not end is; empty if there is none.
  static Optional<ExportState> unfinished(Path target) {
    Path saved = beside(target, ".resume");
    try {
      return Optional.of(ExportState.DOCUMENT.read(Files.readAllBytes(saved)));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException failed) {
      throw failed("cannot read " + saved, failed);
    } catch (WaybillException damaged) {
      throw new WaybillException(
          Code.CORRUPT, saved + " is damaged; start again with --force", damaged);
    }
  }

  /// An empty file; what an earlier export left is replaced.
  static ExportFile begin(Path target) {
    try {
      ExportFile file = open(target, StandardOpenOption.CREATE);
      Files.deleteIfExists(beside(target, ".resume"));
      file.cut(0);
      return file;
    } catch (IOException failed) {
      throw failed("cannot write " + target, failed);
    }
  }

  /// The file up to where an earlier export came.
  static ExportFile resume(Path target, ExportState state) {
    try {
      ExportFile file = open(target);
      if (file.part.size() < state.bytes()) {
        file.close();
        throw new IOException("it is shorter than the export recorded");
      }
      file.cut(state.bytes());
      return file;
    } catch (IOException failed) {
      throw failed(
          "cannot continue " + beside(target, ".part") + "; start again with --force", failed);
    }
  }

  private static ExportFile open(Path target, StandardOpenOption... more) throws IOException {
    StandardOpenOption[] options = java.util.Arrays.copyOf(more, more.length + 1);
    options[more.length] = StandardOpenOption.WRITE;
    FileChannel part = PrivateFiles.open(beside(target, ".part"), options);
    if (part.tryLock() == null) {
      part.close();
      throw new IOException("another export is writing it");
    }
    return new ExportFile(target, part);
  }

  private void cut(long to) throws IOException {
    part.truncate(to).position(to);
    length = to;
  }

  long length() {
    return length;
  }

  /// Adds bytes, which count with the next [#save].
  void append(byte[] bytes) {
    try {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        part.write(rest);
      }
      length += bytes.length;
    } catch (IOException failed) {
      throw failed("cannot write " + beside(target, ".part"), failed);
    }
  }

  /// Makes everything up to here durable. A run that ends early is continued from the last state
  /// that was saved.
  void save(ExportState state) {
    Path next = beside(target, ".resume.next");
    try {
      part.force(false);
      try (FileChannel out =
          PrivateFiles.open(
              next,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        ByteBuffer rest = ByteBuffer.wrap(ExportState.DOCUMENT.bytes(state));
        while (rest.hasRemaining()) {
          out.write(rest);
        }
        out.force(true);
      }
      Files.move(next, beside(target, ".resume"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      throw failed("cannot write " + next, failed);
    }
  }

  /// Gives the file its name. A run that ends just before starts again, which is safe.
  void complete() {
    try {
      part.force(true);
      Files.deleteIfExists(beside(target, ".resume"));
      Files.move(beside(target, ".part"), target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      throw failed("cannot write " + target, failed);
    }
  }

  private static WaybillException failed(String what, IOException cause) {
    return new WaybillException(Code.STORE_FAILED, what + ": " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    try {
      part.close();
    } catch (IOException failed) {
      throw failed("cannot close " + beside(target, ".part"), failed);
    }
  }
}
