package dev.waybill.rig;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A call in flight when its process was killed may or may not have taken effect. The files show
/// it, until another process changes them.
final class InterruptedCalls {

  private InterruptedCalls() {}

  /// The call as completed, if the files show its effect.
  static Optional<SystemCall> of(SystemCall call, int line) throws IOException {
    boolean done =
        switch (call.name()) {
          case "pwrite64" -> written(call) > 0;
          case "ftruncate" -> Files.size(path(call)) == call.number(1);
          case "openat" -> call.words().get(2).contains("O_CREAT") && Files.exists(file(call, 0));
          case "mkdir" -> Files.exists(file(call, 0));
          case "link" -> Files.exists(file(call, 1));
          case "unlink", "rmdir" -> !Files.exists(file(call, 0));
          case "rename" -> !Files.exists(file(call, 0)) && Files.exists(file(call, 1));
          // A sync without a return promises nothing; a plain write goes to a file without a name.
          default -> false;
        };
    return done ? Optional.of(finished(call, line)) : Optional.empty();
  }

  private static SystemCall finished(SystemCall call, int line) throws IOException {
    return switch (call.name()) {
      case "pwrite64" -> call.finishedAt(line, written(call));
      case "openat" -> opened(call).finishedAt(line, 0);
      default -> call.finishedAt(line, 0);
    };
  }

  /// The path of an open is in its result, which is missing.
  private static SystemCall opened(SystemCall call) {
    List<String> paths = new ArrayList<>(call.paths());
    paths.add(call.string(0));
    return new SystemCall(
        call.name(), call.begin(), call.end(), call.words(), paths, call.strings(), 0);
  }

  /// How many bytes of a write are in the file.
  private static int written(SystemCall call) throws IOException {
    byte[] wanted = call.strings().getFirst();
    byte[] there = new byte[wanted.length];
    try (RandomAccessFile file = new RandomAccessFile(path(call).toFile(), "r")) {
      long offset = call.number(3);
      int length = Math.clamp(file.length() - offset, 0, there.length);
      file.seek(offset);
      file.readFully(there, 0, length);
      int differs = Arrays.mismatch(wanted, 0, length, there, 0, length);
      return differs < 0 ? length : differs;
    }
  }

  private static Path path(SystemCall call) {
    return Path.of(call.paths().getFirst());
  }

  private static Path file(SystemCall call, int index) {
    return Path.of(call.string(index));
  }
}
