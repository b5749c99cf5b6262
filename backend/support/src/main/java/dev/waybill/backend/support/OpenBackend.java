package dev.waybill.backend.support;

import dev.waybill.Capabilities;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import java.util.function.Function;

/// A backend whose parts are open. They are opened top to bottom and closed in reverse.
public class OpenBackend implements Backend {

  /// The ports of a backend.
  public record Ports(JobStore jobs, Ledger ledger, BlobStore blobs, Catalog catalog) {}

  private final Capabilities capabilities;
  private final Ports ports;
  private final OpenParts parts;

  public OpenBackend(Capabilities capabilities, Ports ports, OpenParts parts) {
    this.capabilities = capabilities;
    this.ports = ports;
    this.parts = parts;
  }

  /// Opens a backend. If that fails, the parts that are open by then are closed.
  public static <B extends Backend> B open(Function<OpenParts, B> opening) {
    OpenParts parts = new OpenParts();
    try {
      return opening.apply(parts);
    } catch (RuntimeException | Error failure) {
      parts.closeAfter(failure);
      throw failure;
    }
  }

  @Override
  public final Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public final JobStore jobs() {
    return ports.jobs();
  }

  @Override
  public final Ledger ledger() {
    return ports.ledger();
  }

  @Override
  public final BlobStore blobs() {
    return ports.blobs();
  }

  @Override
  public final Catalog catalog() {
    return ports.catalog();
  }

  @Override
  public final synchronized void close() {
    parts.close();
  }
}
