package dev.waybill.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/// Writes text and program output to standard output or standard error. On a terminal it decodes
/// the bytes and removes control characters.
public final class TerminalWriter extends PrintWriter {

  private final OutputStream stream;
  private final boolean isTerminal;

  private TerminalWriter(PrintStream stream, boolean isTerminal) {
    super(stream, true);
    this.stream = stream;
    this.isTerminal = isTerminal;
  }

  public static TerminalWriter output() {
    return new TerminalWriter(System.out, Terminal.isOn(1));
  }

  public static TerminalWriter errors() {
    return new TerminalWriter(System.err, Terminal.isOn(2));
  }

  /// For tests: a stream that is not a terminal.
  public static TerminalWriter on(OutputStream stream) {
    return new TerminalWriter(new PrintStream(stream, true, StandardCharsets.UTF_8), false);
  }

  boolean isTerminal() {
    return isTerminal;
  }

  void program(byte[] written) {
    if (isTerminal) {
      print(TerminalText.program(new String(written, StandardCharsets.UTF_8)));
      flush();
      return;
    }
    flush();
    try {
      stream.write(written);
      stream.flush();
    } catch (IOException closed) {
      setError();
    }
  }
}
