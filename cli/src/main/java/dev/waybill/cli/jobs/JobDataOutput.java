package dev.waybill.cli.jobs;

import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.BytesOutput;
import java.io.InputStream;
import java.util.function.BiFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The arguments and output of `waybill jobs payload` and `waybill jobs result`.
final class JobDataOutput {

  @Parameters(paramLabel = "ID", description = "The ID of the job.")
  private String id = "";

  @Mixin private final BytesOutput output = new BytesOutput();
  @Mixin private final StoreOptions store = new StoreOptions();

  int write(BiFunction<Waybill, JobId, InputStream> opening) {
    JobId wanted = JobId.parse(id);
    try (Waybill waybill = store.open()) {
      output.write(opening.apply(waybill, wanted));
    }
    return 0;
  }
}
