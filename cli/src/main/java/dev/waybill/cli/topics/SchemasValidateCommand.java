package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.topic.Violation;
import dev.waybill.wire.topic.ViolationJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill schemas validate`
@Command(
    name = "validate",
    description = {
      "Check an event against a registered schema, as a consumer does: unknown fields are allowed.",
      "Exits with 1 if the event is invalid. To check as a producer, use publish --dry-run."
    })
final class SchemasValidateCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TYPE", description = "The type of the event.")
  private String type = "";

  @Parameters(index = "1", paramLabel = "VERSION", description = "Such as 1.0 or 1.0.0.")
  private String version = "";

  @Parameters(index = "2", paramLabel = "BODY", description = "The event: JSON, @file, or -.")
  private String body = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      return show(waybill.schemas().validate(type, version, TextArgument.text(body)));
    }
  }

  private int show(List<Violation> violations) {
    if (output.json()) {
      output.wire(ViolationJson.LIST, violations);
    } else if (violations.isEmpty()) {
      output.line("valid");
    } else {
      Table table = Table.of("WHERE", "WHAT");
      violations.forEach(one -> table.row(one.pointer(), one.message()));
      output.table(table);
    }
    return violations.isEmpty() ? 0 : 1;
  }
}
