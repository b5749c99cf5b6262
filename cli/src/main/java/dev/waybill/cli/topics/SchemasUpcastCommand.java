package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schemas upcast`
@Command(
    name = "upcast",
    description = "Convert an event to a newer version by the registered upcasts.")
final class SchemasUpcastCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TYPE", description = "The type of the event.")
  private String type = "";

  @Parameters(index = "1", paramLabel = "FROM", description = "The version of the event.")
  private String from = "";

  @Parameters(index = "2", paramLabel = "TO", description = "The version to convert to.")
  private String to = "";

  @Parameters(index = "3", paramLabel = "BODY", description = "The event: JSON, @file, or -.")
  private String body = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      output.line(waybill.schemas().upcast(type, from, to, TextArgument.text(body)));
    }
    return 0;
  }
}
