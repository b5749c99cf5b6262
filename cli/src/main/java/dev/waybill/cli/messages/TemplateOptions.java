package dev.waybill.cli.messages;

import dev.waybill.cli.connect.TextArgument;
import dev.waybill.message.TemplateUse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The template of a message to send.
final class TemplateOptions {

  @Option(
      names = "--template",
      paramLabel = "NAME",
      description = "A template instead of subject and body.")
  private @Nullable String name;

  @Option(
      names = "--template-version",
      paramLabel = "N",
      description = "The version of the template (the newest).")
  private @Nullable Integer version;

  @Option(names = "--locale", paramLabel = "TAG", description = "The language, such as de-AT.")
  private @Nullable String locale;

  @Option(
      names = "--variables",
      paramLabel = "JSON",
      defaultValue = "{}",
      description = "Values for the template: a JSON object, @file, or -.")
  private String variables = "";

  @Nullable TemplateUse use() {
    return name == null
        ? null
        : new TemplateUse(name, version, locale, TextArgument.text(variables));
  }
}
