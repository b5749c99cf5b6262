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

/// Where a command writes, and whether people or programs read it.
public final class Output {

  @Option(names = "--json", description = "Write JSON instead of text.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
  private CommandSpec command;

  /// Whether a person looks on who may be shown how far something is.
  boolean isWatched() {
    return !json && Terminal.isPresent();
  }

  /// For what is not the output itself.
  PrintWriter beside() {
    return command.commandLine().getErr();
  }

  public Colors colours() {
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

  /// Says something beside the output, so that a pipe does not get it.
  public void note(String text) {
    println(command.commandLine().getErr(), "waybill: " + text);
  }

  /// Passes on what a program wrote, byte for byte.
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

  /// Text of a job as it may be written: a terminal gets no control characters.
  public String shown(String text) {
    boolean terminal =
        command.commandLine().getOut() instanceof TerminalWriter out
            && command.commandLine().getErr() instanceof TerminalWriter err
            && (out.isTerminal() || err.isTerminal());
    return terminal ? TerminalText.plain(text) : text;
  }

  /// Refuses arguments that do not go together.
  public void require(boolean holds, String otherwise) {
    if (!holds) {
      throw usage(otherwise);
    }
  }

  /// Wrong arguments.
  public ParameterException usage(String what) {
    return new ParameterException(command.commandLine(), what);
  }

  /// A document as the server writes it.
  public <T> void wire(Document<T> document, T value) {
    line(new String(document.bytes(value), StandardCharsets.UTF_8));
  }

  public void table(Table table) {
    table.lines(colours(), width()).forEach(this::line);
  }

  /// The columns of the terminal; a pipe or a file takes lines of any length.
  private int width() {
    boolean terminal =
        command.commandLine().getOut() instanceof TerminalWriter out && out.isTerminal();
    return terminal ? command.usageMessage().width() : Integer.MAX_VALUE;
  }

  /// One page of a list whose items are written as the server writes them.
  public <T> void wirePage(String name, Page<T> page, Document<Page<T>> document, Table table) {
    if (json) {
      wire(document, page);
      return;
    }
    table(name, page, table);
  }

  private void table(String name, Page<?> page, Table table) {
    if (page.items().isEmpty()) {
      line("no " + name);
      return;
    }
    table(table);
    if (page.nextCursor() != null) {
      line("there are more: --cursor " + page.nextCursor());
    }
  }

  public void section(String heading, List<String> lines) {
    line("");
    line(colours().heading(heading));
    lines.forEach(text -> line("  " + text));
  }

  private static void println(PrintWriter writer, String text) {
    writer.println(text);
    writer.flush();
  }
}
