package dev.waybill.server.auth;

/// Proves that the store accepts writes.
@FunctionalInterface
public interface StoreProof {

  /// Fails as a write of a job would.
  void prove();
}
