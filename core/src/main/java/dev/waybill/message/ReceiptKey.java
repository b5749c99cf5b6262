package dev.waybill.message;

/// A public key that verifies receipts.
///
/// @param id its name in signatures
/// @param publicKey the 32 bytes of an Ed25519 key, as Base64 for URLs
public record ReceiptKey(String id, String publicKey) {}
