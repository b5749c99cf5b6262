package dev.waybill.message;

import org.jspecify.annotations.Nullable;

/// The texts of a template in one language, each with Mustache tags. Those that are null are left
/// out of the message.
public record TemplateParts(
    @Nullable String subject, @Nullable String text, @Nullable String html) {

  public static final TemplateParts NONE = new TemplateParts(null, null, null);
}
