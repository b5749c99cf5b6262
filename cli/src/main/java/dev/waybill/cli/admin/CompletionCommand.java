package dev.waybill.cli.admin;

import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `waybill generate-completion`
@Command(
    name = "generate-completion",
    description = {
      "Write a completion script for bash and zsh:",
      "source <(waybill generate-completion)"
    })
public final class CompletionCommand implements Callable<Integer> {

  /// Matches the candidate values of an option. Enum values appear as constant names there, but the
  /// commands document and print lower-case words.
  private static final Pattern VALUES = Pattern.compile("_option_args=\\([^)]*\\)");

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
  private CommandSpec command;

  @Override
  public Integer call() {
    CommandLine all = command.root().commandLine();
    String script = AutoComplete.bash(all.getCommandName(), all);
    all.getOut().print(VALUES.matcher(script).replaceAll(CompletionCommand::lowerCase));
    all.getOut().flush();
    return 0;
  }

  private static String lowerCase(MatchResult values) {
    return Matcher.quoteReplacement(values.group().toLowerCase(Locale.ROOT));
  }
}
