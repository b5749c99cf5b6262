package dev.waybill.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/// What one run of the command line wrote and answered.
record Ran(int exitCode, String out, String err) {

  static Ran waybill(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exitCode = command.execute(arguments);
    return new Ran(exitCode, out.toString(), err.toString());
  }
}
