package dev.waybill.cli.jobs;

import dev.waybill.Waybill;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill jobs result`
@Command(name = "result", description = "Write the result of a job, byte for byte.")
final class JobsResultCommand implements Callable<Integer> {

  @Mixin private final JobDataOutput bytes = new JobDataOutput();

  @Override
  public Integer call() {
    return bytes.write(Waybill::openResult);
  }
}
