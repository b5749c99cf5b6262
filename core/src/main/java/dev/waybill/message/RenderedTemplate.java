package dev.waybill.message;

import org.jspecify.annotations.Nullable;

/// A template with its variables filled in.
///
/// @param version the version that was used
/// @param locale the language tag of the variant that was used; null for the default
public record RenderedTemplate(
    int version, @Nullable String locale, @Nullable String subject, MessageBody body) {}
