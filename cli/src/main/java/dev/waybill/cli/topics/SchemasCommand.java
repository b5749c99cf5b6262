package dev.waybill.cli.topics;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.topic.Schema;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.topic.SchemaJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill schemas`
@Command(
    name = "schemas",
    description = "List schemas; lint, compare and register them.",
    subcommands = {
      SchemasShowCommand.class,
      SchemasLintCommand.class,
      SchemasValidateCommand.class,
      SchemasUpcastCommand.class,
      SchemasDiffCommand.class,
      SchemasRegisterCommand.class
    })
public final class SchemasCommand implements Callable<Integer> {

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(waybill.schemas().list());
    }
    return 0;
  }

  private void show(List<Schema> schemas) {
    if (output.json()) {
      output.wire(SchemaJson.LIST, DefinitionsJson.Listed.all(schemas));
      return;
    }
    Table table = Table.of("TYPE", "VERSION", "COMPATIBILITY");
    schemas.forEach(
        one -> table.row(one.type(), one.version(), DisplayText.lower(one.compatibility())));
    output.table(table);
  }
}
