package dev.waybill.result;

/// An error in one field of a request.
///
/// @param pointer a JSON pointer to the field; for an item of a batch, into the item
/// @param code the kind of mistake, such as `invalid_value`
/// @param message what is allowed
public record FieldError(String pointer, String code, String message) {}
