package dev.waybill.cli.jobs;

import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.insight.Insight;
import dev.waybill.insight.JobExplanation;
import dev.waybill.wire.insight.JobExplanationJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill jobs explain`
@Command(
    name = "explain",
    description = "Say why a job waits, was retried, died or ran twice, and what to do.")
final class JobsExplainCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "The ID of the job.")
  private String id = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      JobExplanation explanation = waybill.service(Insight.class).explain(JobId.parse(id));
      if (output.json()) {
        output.wire(JobExplanationJson.DOCUMENT, explanation);
      } else {
        output.line(output.shown(explanation.summary()));
        explanation.reasons().forEach(reason -> output.line("- " + output.shown(reason)));
        output.line(output.shown(explanation.next()));
      }
    }
    return 0;
  }
}
