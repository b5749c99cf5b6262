package dev.waybill.wire.json;

/// What is wrong with one place in a document.
///
/// @param pointer the place, as a JSON pointer
public record FieldError(String pointer, String code, String message) {}
