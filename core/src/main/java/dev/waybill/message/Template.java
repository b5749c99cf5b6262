package dev.waybill.message;

import java.time.Instant;

/// One version of a template. A version never changes.
public record Template(String name, int version, Instant createdAt, TemplateContent content) {}
