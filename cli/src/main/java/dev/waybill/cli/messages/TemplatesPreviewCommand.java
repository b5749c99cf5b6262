package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.message.RenderedTemplate;
import dev.waybill.message.TemplateUse;
import dev.waybill.wire.message.TemplatePreviewJson;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill templates preview`
@Command(name = "preview", description = "Fill in a template and print it. Nothing is sent.")
final class TemplatesPreviewCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the template.")
  private String name = "";

  @Parameters(
      index = "1",
      defaultValue = "{}",
      paramLabel = "VARIABLES",
      description = "A JSON object, @file, or -.")
  private String variables = "";

  @Option(names = "--template-version", paramLabel = "N", description = "The version (the newest).")
  private @Nullable Integer version;

  @Option(names = "--locale", paramLabel = "TAG", description = "The language, such as de-AT.")
  private @Nullable String locale;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      defaultValue = "email",
      description = "The channel, which decides how values are escaped (email).")
  private String channel = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    TemplateUse use = new TemplateUse(name, version, locale, TextArgument.text(variables));
    try (Waybill waybill = store.open()) {
      show(waybill.templates().preview(use, channel));
    }
    return 0;
  }

  private void show(RenderedTemplate rendered) {
    if (output.json()) {
      output.wire(TemplatePreviewJson.RENDERED, rendered);
      return;
    }
    String variant = rendered.locale() == null ? "" : " in " + rendered.locale();
    output.line(name + " version " + rendered.version() + variant);
    TemplatesShowCommand.show("subject", rendered.subject(), output);
    TemplatesShowCommand.show("text", rendered.body().text(), output);
    TemplatesShowCommand.show("html", rendered.body().html(), output);
  }
}
