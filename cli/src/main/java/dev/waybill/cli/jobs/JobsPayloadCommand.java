package dev.waybill.cli.jobs;

import dev.waybill.Waybill;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill jobs payload`
@Command(name = "payload", description = "Write the payload of a job, byte for byte.")
final class JobsPayloadCommand implements Callable<Integer> {

  @Mixin private final JobDataOutput bytes = new JobDataOutput();

  @Override
  public Integer call() {
    return bytes.write(Waybill::openPayload);
  }
}
