package dev.waybill.cli.jobs;

import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.bytes.Utf8;
import dev.waybill.cli.output.Output;
import dev.waybill.runner.ProcessSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads standard input and payload files for `submit`, and checks that its arguments are UTF-8.
final class ProgramInput {

  private final Output output;

  ProgramInput(Output output) {
    this.output = output;
  }

  /// The content of a file, or of the standard input of this command for `-`.
  Payload stdin(String file) {
    byte[] bytes = read(file);
    output.require(
        bytes.length <= ProcessSpec.MAX_STDIN, "--stdin " + file + " has more than 4 MiB");
    return Payload.wrap(bytes);
  }

  /// The bytes of a file, which are read when the job is enqueued.
  Payload file(Path file) {
    try {
      output.require(Files.isReadable(file), "--payload-file " + file + " cannot be read");
      return Payload.of(file);
    } catch (UncheckedIOException unreadable) {
      throw output.usage("--payload-file " + file + " cannot be read: " + unreadable.getMessage());
    }
  }

  private byte[] read(String file) {
    try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
      return in.readNBytes(ProcessSpec.MAX_STDIN + 1);
    } catch (IOException unreadable) {
      throw output.usage("--stdin " + file + " cannot be read: " + unreadable);
    }
  }

  /// Refuses arguments that are not UTF-8: the JVM replaces bytes that it cannot decode.
  void requireText(Iterable<String> words) {
    for (String word : words) {
      output.require(
          word.indexOf('\uFFFD') < 0 || isCommandLineText(),
          "arguments must be UTF-8; this one is not: " + Text.quote(word));
    }
  }

  /// Whether the command line is valid UTF-8, so that a replacement character in it was typed.
  private static boolean isCommandLineText() {
    if (!"UTF-8".equals(System.getProperty("sun.jnu.encoding"))) {
      return false;
    }
    try {
      return Utf8.isValid(Files.readAllBytes(Path.of("/proc/self/cmdline")));
    } catch (IOException unknown) {
      return true;
    }
  }
}
