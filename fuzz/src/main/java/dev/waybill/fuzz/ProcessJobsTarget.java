package dev.waybill.fuzz;

import dev.waybill.Payload;
import dev.waybill.runner.ProcessRunner;

/// The payload of a process job, parsed as a worker does. Nothing is run.
final class ProcessJobsTarget implements FuzzTarget {

  @Override
  public void accept(byte[] input) {
    ProcessRunner.check(Payload.wrap(input));
  }
}
