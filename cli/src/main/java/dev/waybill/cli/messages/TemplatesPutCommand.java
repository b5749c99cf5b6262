package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.message.Template;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.wire.message.TemplateJson;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill templates put`
@Command(name = "put", description = "Store a new version of a template, unless it is unchanged.")
final class TemplatesPutCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the template.")
  private String name = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JSON",
      description = "The whole template with its locales: JSON, @file, or -.")
  private @Nullable String json;

  @Option(names = "--subject", paramLabel = "TEXT", description = "The subject or title.")
  private @Nullable String subject;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "The body as plain text: text, @file, or -.")
  private @Nullable String text;

  @Option(
      names = "--html",
      paramLabel = "HTML",
      description = "The body as HTML: text, @file, or -.")
  private @Nullable String html;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    TemplateContent content = content();
    try (Waybill waybill = store.openOrCreate()) {
      Template stored = waybill.templates().put(name, content);
      if (output.json()) {
        output.wire(TemplateJson.DOCUMENT, stored);
      } else {
        output.line(stored.name() + " version " + stored.version());
      }
    }
    return 0;
  }

  private TemplateContent content() {
    boolean byOptions = subject != null || text != null || html != null;
    output.require(
        byOptions == (json == null), "pass either JSON, or --subject, --text and --html");
    if (json != null) {
      return TemplateJson.CONTENT.read(TextArgument.text(json).getBytes(StandardCharsets.UTF_8));
    }
    return TemplateContent.of(new TemplateParts(subject, read(text), read(html)));
  }

  private static @Nullable String read(@Nullable String argument) {
    return argument == null ? null : TextArgument.text(argument);
  }
}
