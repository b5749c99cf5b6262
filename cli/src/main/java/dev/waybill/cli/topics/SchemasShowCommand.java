package dev.waybill.cli.topics;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.topic.Schema;
import dev.waybill.wire.topic.SchemaJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill schemas show`
@Command(name = "show", description = "Print a schema, or a sample event.")
final class SchemasShowCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TYPE", description = "The type of the events.")
  private String type = "";

  @Parameters(index = "1", paramLabel = "VERSION", description = "Such as 1.0 or 1.0.0.")
  private String version = "";

  @Option(names = "--sample", description = "Print a sample event.")
  private boolean sample;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      if (sample) {
        output.line(waybill.schemas().sample(type, version));
      } else {
        show(find(waybill));
      }
    }
    return 0;
  }

  private void show(Schema schema) {
    if (output.json()) {
      output.wire(SchemaJson.DOCUMENT, schema);
    } else {
      output.line(schema.text());
    }
  }

  private Schema find(Waybill waybill) {
    return waybill
        .schemas()
        .find(type, version)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.NOT_FOUND, "there is no schema of " + type + " " + version));
  }
}
