package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.message.Template;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.message.TemplateJson;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill templates list`
@Command(name = "list", description = "List templates, or the versions of one.")
final class TemplatesListCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "A template, to list its versions.")
  private @Nullable String name;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(name == null ? waybill.templates().list() : waybill.templates().versions(name));
    }
    return 0;
  }

  private void show(List<Template> templates) {
    if (output.json()) {
      output.wire(TemplateJson.LIST, DefinitionsJson.Listed.all(templates));
      return;
    }
    Table table = Table.of("NAME", "VERSION", "CREATED", "LOCALES");
    for (Template one : templates) {
      table.row(
          one.name(),
          one.version(),
          DisplayText.time(one.createdAt()),
          one.content().locales().isEmpty()
              ? "-"
              : String.join(" ", one.content().locales().keySet()));
    }
    output.table(table);
  }
}
