package dev.waybill.cli.messages;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.message.Template;
import dev.waybill.message.TemplateParts;
import dev.waybill.message.Templates;
import dev.waybill.wire.message.TemplateJson;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill templates show`
@Command(name = "show", description = "Show a template.")
final class TemplatesShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "The name of the template.")
  private String name = "";

  @Option(names = "--template-version", paramLabel = "N", description = "The version (the newest).")
  private @Nullable Integer version;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(
          find(waybill.templates())
              .orElseThrow(
                  () -> new WaybillException(Code.NOT_FOUND, "there is no template " + name)));
    }
    return 0;
  }

  private Optional<Template> find(Templates templates) {
    return version == null ? templates.find(name) : templates.find(name, version);
  }

  private void show(Template template) {
    if (output.json()) {
      output.wire(TemplateJson.DOCUMENT, template);
      return;
    }
    output.table(
        Table.of("TEMPLATE", template.name())
            .row("version", template.version())
            .row("created", DisplayText.time(template.createdAt())));
    show("", template.content().parts());
    template.content().locales().forEach((locale, parts) -> show(" in " + locale, parts));
  }

  private void show(String where, TemplateParts parts) {
    show("subject" + where, parts.subject(), output);
    show("text" + where, parts.text(), output);
    show("html" + where, parts.html(), output);
  }

  static void show(String heading, @Nullable String text, Output output) {
    if (text != null) {
      output.section(heading, text.lines().map(Table::printable).toList());
    }
  }
}
