package dev.waybill.cli.jobs;

import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill redrive`
@Command(
    name = "redrive",
    description = "Run dead jobs again. Attempt counts start at 0, and the history is kept.")
public final class RedriveCommand implements Callable<Integer> {

  /// Either job IDs or `--all`.
  static final class Which {
    @Parameters(paramLabel = "ID", arity = "1..*", description = "Redrive these jobs.")
    private List<String> ids = List.of();

    @Option(names = "--all", description = "Redrive all dead jobs that match the other options.")
    private boolean all;
  }

  @ArgGroup(multiplicity = "1")
  private Which which = new Which();

  @Mixin private final JobSelection selection = new JobSelection();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      return which.all ? redriveAll(waybill) : redriveEach(waybill);
    }
  }

  private int redriveAll(Waybill waybill) {
    BulkChange.REDRIVE.run(waybill, selection.filter(), output);
    return 0;
  }

  private int redriveEach(Waybill waybill) {
    List<JobId> ids = which.ids.stream().map(JobId::parse).toList();
    return new JobByJob(output).each(ids, waybill::redrive);
  }
}
