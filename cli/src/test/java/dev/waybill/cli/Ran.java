package dev.waybill.cli;

import dev.waybill.cli.output.TerminalWriter;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/// The output and exit code of one run of the command line.
public record Ran(int exitCode, String out, String err) {

  /// The standard output of one run, byte for byte.
  public static byte[] bytes(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.commandLine().setOut(TerminalWriter.on(out)).execute(arguments);
    return out.toByteArray();
  }

  public static Ran waybill(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exitCode = command.execute(arguments);
    return new Ran(exitCode, out.toString(), err.toString());
  }
}
