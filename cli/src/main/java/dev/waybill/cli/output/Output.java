package dev.waybill.cli.output;

import dev.waybill.Page;
import dev.waybill.runner.OutputName;
import dev.waybill.runner.ProcessEvent;
import dev.waybill.wire.json.Document;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The output of a command, as text or as JSON.
public final class Output {

  @Option(names = "--json", description = "Write JSON instead of text.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
  private CommandSpec command;

  /// Whether progress can be shown on a terminal.
  boolean isWatched() {
    return !json && Terminal.isPresent();
  }

  /// Standard error, for everything that is not output.
  PrintWriter beside() {
    return command.commandLine().getErr();
  }

  public Colors colors() {
    return new Colors(command.commandLine().getColorScheme().ansi().enabled());
  }

  public boolean json() {
    return json;
  }

  public void line(String text) {
    println(command.commandLine().getOut(), text);
  }

  public void error(String text) {
    println(command.commandLine().getErr(), "error: " + text);
  }

  /// Writes a note to standard error, so that a pipe does not receive it.
  public void note(String text) {
    println(command.commandLine().getErr(), "waybill: " + text);
  }

  /// Writes program output byte for byte.
  public void print(ProcessEvent.Output piece) {
    boolean isError = piece.stream() == OutputName.STDERR;
    PrintWriter writer = isError ? command.commandLine().getErr() : command.commandLine().getOut();
    if (writer instanceof TerminalWriter exact) {
      exact.program(piece.content().bytesWithoutCopy());
    } else {
      writer.print(piece.content().text());
      writer.flush();
    }
  }

  /// Text of a job, without control characters if it goes to a terminal.
  public String shown(String text) {
    boolean terminal =
        command.commandLine().getOut() instanceof TerminalWriter out
            && command.commandLine().getErr() instanceof TerminalWriter err
            && (out.isTerminal() || err.isTerminal());
    return terminal ? TerminalText.plain(text) : text;
  }

  /// Throws a usage error unless the condition holds.
  public void require(boolean holds, String otherwise) {
    if (!holds) {
      throw usage(otherwise);
    }
  }

  /// A usage error.
  public ParameterException usage(String what) {
    return new ParameterException(command.commandLine(), what);
  }

  /// Writes a document as the server writes it.
  public <T> void wire(Document<T> document, T value) {
    line(new String(document.bytes(value), StandardCharsets.UTF_8));
  }

  public void table(Table table) {
    table.lines(colors(), width()).forEach(this::line);
  }

  /// The width of the terminal; unlimited for a pipe or a file.
  private int width() {
    boolean terminal =
        command.commandLine().getOut() instanceof TerminalWriter out && out.isTerminal();
    return terminal ? command.usageMessage().width() : Integer.MAX_VALUE;
  }

  /// Writes one page of a list, as the server writes it or as a table.
  public <T> void wirePage(String name, Page<T> page, Document<Page<T>> document, Table table) {
    if (json) {
      wire(document, page);
      return;
    }
    table(name, page, table);
    if (page.incomplete()) {
      note("the search index is being built or is behind: " + name + " may be missing");
    }
  }

  private void table(String name, Page<?> page, Table table) {
    if (page.items().isEmpty()) {
      line("no " + name);
      return;
    }
    table(table);
    if (page.nextCursor() != null) {
      line("next page: --cursor " + page.nextCursor());
    }
  }

  public void section(String heading, List<String> lines) {
    line("");
    line(colors().heading(heading));
    lines.forEach(text -> line("  " + text));
  }

  private static void println(PrintWriter writer, String text) {
    writer.println(text);
    writer.flush();
  }
}
