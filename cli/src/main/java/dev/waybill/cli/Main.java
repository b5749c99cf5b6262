package dev.waybill.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/// The command `waybill`.
@Command(
    name = "waybill",
    description = "Durable asynchronous work on a local data folder.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    usageHelpAutoWidth = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed or refused",
      "2:wrong usage",
      "3:no JDK 25 or no Maven was found",
      "4:there is no such job or folder"
    },
    subcommands = {
      DemoCommand.class,
      JobsCommand.class,
      QueuesCommand.class,
      DeadCommand.class,
      RedriveCommand.class,
      KeysCommand.class,
      BenchCommand.class,
      VersionCommand.class
    })
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(new Errors());
  }
}
