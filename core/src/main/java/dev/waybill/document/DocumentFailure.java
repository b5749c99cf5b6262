package dev.waybill.document;

/// Why a document failed, and where.
///
/// @param code such as `invalid_format`
public record DocumentFailure(DocumentStage stage, String code, String message) {}
