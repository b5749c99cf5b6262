package dev.waybill.messages;

/// How far the search index of messages is behind the ledger, on this server.
@FunctionalInterface
public interface MessageIndexLag {

  /// For how many seconds a fact has been missing; 0 if none is known to be missing.
  long seconds();
}
