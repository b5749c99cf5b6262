package dev.waybill.cli.jobs;

import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.bytes.Utf8;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/// What `submit` reads from the command line and from files: standard input of the program, and
/// arguments that must be text.
final class ProgramInput {

  /// The most that a process job may have as standard input.
  private static final int MOST = 4 * 1024 * 1024;

  private final Output output;

  ProgramInput(Output output) {
    this.output = output;
  }

  /// Puts the content of a file, or of our own standard input for `-`, into the parameters.
  void stdin(String file, Map<String, Object> parameters) {
    byte[] bytes = read(file);
    output.require(bytes.length <= MOST, "--stdin " + file + " has more than 4 MiB");
    DisplayText.text(Payload.wrap(bytes))
        .filter(Text::isStorable)
        .ifPresentOrElse(
            text -> parameters.put("stdin", text),
            () -> parameters.put("stdin_base64", Base64.getEncoder().encodeToString(bytes)));
  }

  private byte[] read(String file) {
    try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
      return in.readNBytes(MOST + 1);
    } catch (IOException unreadable) {
      throw output.usage("--stdin " + file + " cannot be read: " + unreadable);
    }
  }

  /// Refuses arguments that are not UTF-8: the JVM has replaced what it could not read.
  void requireText(Iterable<String> words) {
    for (String word : words) {
      output.require(
          word.indexOf('\uFFFD') < 0 || isCommandLineText(),
          "arguments must be UTF-8; this one is not: " + Text.quote(word));
    }
  }

  /// Whether a replacement character was typed and is not a trace of something else.
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
