package dev.waybill.message;

import org.jspecify.annotations.Nullable;

/// Which template a message uses, and with which variables.
///
/// @param version null for the newest; the message keeps the version that it was accepted with
/// @param locale such as `de-AT`; null for the default of the template
/// @param variables a JSON object
public record TemplateUse(
    String name, @Nullable Integer version, @Nullable String locale, String variables) {

  public TemplateUse withVersion(int pinned) {
    return new TemplateUse(name, pinned, locale, variables);
  }
}
