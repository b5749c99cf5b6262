package dev.waybill.cli;

import dev.waybill.wire.Spelling;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Says in few words what was wrong with the arguments, what may have been meant, and where the
/// help is.
final class UsageErrors implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException thrown, String[] arguments) {
    CommandLine command = thrown.getCommandLine();
    PrintWriter err = command.getErr();
    if (thrown instanceof UnmatchedArgumentException unknown) {
      String word = unknown.getUnmatched().getFirst();
      err.println("error: unknown " + kind(word) + " " + word);
      suggestion(word, command).ifPresent(meant -> err.println("did you mean " + meant + "?"));
      err.println(hint(command));
    } else if (arguments.length == 0 || isIncomplete(command)) {
      command.usage(err);
    } else {
      err.println("error: " + String.valueOf(thrown.getMessage()).replaceFirst("^Error: ", ""));
      err.println(hint(command));
    }
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static boolean isIncomplete(CommandLine command) {
    return !command.getSubcommands().isEmpty();
  }

  private static String kind(String word) {
    return word.startsWith("-") ? "option" : "command or argument";
  }

  private static String hint(CommandLine command) {
    return "see: " + command.getCommandSpec().qualifiedName() + " --help";
  }

  private static Optional<String> suggestion(String word, CommandLine command) {
    Collection<String> known = new TreeSet<>(command.getSubcommands().keySet());
    known.addAll(command.getCommandSpec().optionsMap().keySet());
    return Spelling.nearest(word, known);
  }
}
