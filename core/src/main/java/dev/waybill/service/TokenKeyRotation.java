package dev.waybill.service;

/// Rotates the key that signs task tokens. The engine offers it to services.
public interface TokenKeyRotation {

  /// Adds a key and returns its number.
  int rotate();
}
