package dev.waybill.wire.json;

/// An error in one field of a document.
///
/// @param pointer a JSON pointer to the field
public record FieldError(String pointer, String code, String message) {}
