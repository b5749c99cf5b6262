package dev.waybill.spi;

import dev.waybill.Capabilities;
import dev.waybill.settings.Limits;
import java.util.List;

/// The ports of one store, and its capabilities.
public interface Backend extends AutoCloseable {

  Capabilities capabilities();

  JobStore jobs();

  Ledger ledger();

  BlobStore blobs();

  Catalog catalog();

  /// The largest payload or result that this store keeps in the record of a job; larger ones are
  /// blobs.
  default int inlineBytes() {
    return Limits.INLINE_BYTES;
  }

  /// Writes something small, and fails as a write of a job would.
  default void proveWrite() {}

  default StoreLoad load() {
    return StoreLoad.NONE;
  }

  /// The calls of services that count them; empty for other stores.
  default List<StoreCalls> calls() {
    return List.of();
  }

  default DatabaseLoad database() {
    return DatabaseLoad.NONE;
  }

  default ServerMemory memory() {
    return ServerMemory.NONE;
  }

  /// What an administrator should know about the servers of the store, such as the reason of its
  /// durability.
  default List<String> remarks() {
    return List.of();
  }

  /// Releases all resources. Acknowledged writes stay.
  @Override
  void close();
}
