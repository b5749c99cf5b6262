package dev.waybill.cli.admin;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `waybill bench`, for the list of commands. The launcher starts the benchmarks as a separate
/// program, because they need jars that nothing else needs. This command runs only without the
/// launcher.
@Command(name = "bench", description = "Measure Waybill on this machine.")
public final class BenchCommand implements Callable<Integer> {

  @Unmatched private final List<String> ignored = new ArrayList<>();

  @Override
  public Integer call() {
    throw new WaybillException(
        Code.INVALID_ARGUMENT,
        "the benchmarks are a separate program; start them with ./waybill bench");
  }
}
