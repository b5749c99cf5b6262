package dev.waybill.cli;

import dev.waybill.cli.admin.AuditCommand;
import dev.waybill.cli.admin.BenchCommand;
import dev.waybill.cli.admin.CatalogCommand;
import dev.waybill.cli.admin.CompletionCommand;
import dev.waybill.cli.admin.DoctorCommand;
import dev.waybill.cli.admin.InfoCommand;
import dev.waybill.cli.admin.KeysCommand;
import dev.waybill.cli.admin.ProvisionCommand;
import dev.waybill.cli.admin.ServeCommand;
import dev.waybill.cli.admin.VersionCommand;
import dev.waybill.cli.documents.DocumentsCommand;
import dev.waybill.cli.documents.IngestCommand;
import dev.waybill.cli.documents.SearchCommand;
import dev.waybill.cli.export.ExportCommand;
import dev.waybill.cli.insight.FailuresCommand;
import dev.waybill.cli.insight.SeriesCommand;
import dev.waybill.cli.insight.WorkersCommand;
import dev.waybill.cli.jobs.DeadCommand;
import dev.waybill.cli.jobs.EventsCommand;
import dev.waybill.cli.jobs.JobsCommand;
import dev.waybill.cli.jobs.RedriveCommand;
import dev.waybill.cli.jobs.SubmitCommand;
import dev.waybill.cli.jobs.TimelineCommand;
import dev.waybill.cli.messages.MessagesCommand;
import dev.waybill.cli.messages.SendCommand;
import dev.waybill.cli.messages.SuppressionsCommand;
import dev.waybill.cli.messages.TemplatesCommand;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Terminal;
import dev.waybill.cli.output.TerminalWriter;
import dev.waybill.cli.output.UsageErrors;
import dev.waybill.cli.queues.QueuesCommand;
import dev.waybill.cli.schedules.SchedulesCommand;
import dev.waybill.cli.topics.PublishCommand;
import dev.waybill.cli.topics.SchemasCommand;
import dev.waybill.cli.topics.TopicsCommand;
import dev.waybill.cli.work.DemoCommand;
import dev.waybill.cli.work.RehearseCommand;
import dev.waybill.cli.work.WorkCommand;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/// The command `waybill`.
@Command(
    name = "waybill",
    description = "Durable asynchronous work: run the server and workers, submit and inspect jobs.",
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
      "3:no JDK 25 or no Maven was found, or memory ran out",
      "4:no such job or data directory",
      "5:the followed job was canceled",
      "124:the followed job ran longer than its timeout",
      "126:the worker does not allow the command of the followed job",
      "127:there is no such program at the worker of the followed job",
      "130:stopped by Ctrl-C; a followed job goes on",
      "N:submit --follow and jobs watch end with the exit code of the program"
    },
    subcommands = {
      DemoCommand.class,
      ServeCommand.class,
      SubmitCommand.class,
      WorkCommand.class,
      JobsCommand.class,
      EventsCommand.class,
      QueuesCommand.class,
      TopicsCommand.class,
      PublishCommand.class,
      SchemasCommand.class,
      MessagesCommand.class,
      SendCommand.class,
      TemplatesCommand.class,
      SuppressionsCommand.class,
      IngestCommand.class,
      DocumentsCommand.class,
      SearchCommand.class,
      FailuresCommand.class,
      SeriesCommand.class,
      WorkersCommand.class,
      TimelineCommand.class,
      ExportCommand.class,
      SchedulesCommand.class,
      DeadCommand.class,
      RedriveCommand.class,
      DoctorCommand.class,
      ProvisionCommand.class,
      CatalogCommand.class,
      KeysCommand.class,
      AuditCommand.class,
      BenchCommand.class,
      RehearseCommand.class,
      InfoCommand.class,
      VersionCommand.class,
      CompletionCommand.class
    })
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  public static CommandLine commandLine() {
    CommandLine all = new CommandLine(new Main());
    all.getSubcommands().values().forEach(Main::withoutExitCodes);
    return all.setOut(TerminalWriter.output())
        .setErr(TerminalWriter.errors())
        .setColorScheme(Terminal.colors())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(new Errors());
  }

  /// Removes the exit codes from the help of subcommands; the help of `waybill` lists them.
  private static void withoutExitCodes(CommandLine command) {
    command.getCommandSpec().usageMessage().exitCodeListHeading("").exitCodeList(Map.of());
    command.getSubcommands().values().forEach(Main::withoutExitCodes);
  }
}
