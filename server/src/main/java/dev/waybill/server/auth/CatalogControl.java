package dev.waybill.server.auth;

/// What administrators may do about the catalog.
public interface CatalogControl {

  /// The fact of the ledger that it has been built up to.
  long position();

  /// The last fact of the ledger.
  long last();

  /// For how long a fact has been missing; 0 only where none is.
  long lagSeconds();

  /// Throws it away and begins to build it anew.
  void rebuild();
}
