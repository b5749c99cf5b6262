package dev.waybill.cli.output;

import dev.waybill.Code;
import dev.waybill.wire.json.Spelling;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Prints what is wrong with the arguments, a suggestion, and how to get help.
public final class UsageErrors implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException thrown, String[] arguments) {
    CommandLine command = thrown.getCommandLine();
    PrintWriter err = command.getErr();
    boolean known = !(thrown instanceof UnmatchedArgumentException);
    if (wantsJson(arguments)) {
      err.println(Errors.problem(Code.INVALID_ARGUMENT.wire(), text(thrown), List.of()));
    } else if (known && (arguments.length == 0 || isIncomplete(command))) {
      command.usage(err);
    } else {
      err.println("error: " + text(thrown));
      err.println("see: " + command.getCommandSpec().qualifiedName() + " --help");
    }
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static boolean wantsJson(String[] arguments) {
    return Arrays.stream(arguments)
        .takeWhile(word -> !word.equals("--"))
        .anyMatch("--json"::equals);
  }

  private static String text(ParameterException thrown) {
    if (thrown instanceof UnmatchedArgumentException unknown) {
      String word = unknown.getUnmatched().getFirst();
      return "unknown "
          + kind(word)
          + " "
          + word
          + suggestion(word, thrown.getCommandLine())
              .map(meant -> "; did you mean " + meant + "?")
              .orElse("");
    }
    return String.valueOf(thrown.getMessage())
        .replaceFirst("^Error: ", "")
        .replaceFirst(" \\(java\\.[^)]*\\)$", "")
        .replace("to BigDecimal", "to a number")
        .replace("option option", "option");
  }

  private static boolean isIncomplete(CommandLine command) {
    return !command.getSubcommands().isEmpty();
  }

  private static String kind(String word) {
    return word.startsWith("-") ? "option" : "command or argument";
  }

  private static Optional<String> suggestion(String word, CommandLine command) {
    Collection<String> known = new TreeSet<>(command.getSubcommands().keySet());
    known.addAll(command.getCommandSpec().optionsMap().keySet());
    return Spelling.nearest(word, known);
  }
}
