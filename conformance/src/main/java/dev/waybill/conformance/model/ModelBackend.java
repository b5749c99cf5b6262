package dev.waybill.conformance.model;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.util.Set;

/// All four ports in memory, as simple as possible: for comparison, and for tests that need any
/// backend.
public final class ModelBackend implements Backend {

  private final ModelStore jobs;
  private final ModelLedger ledger;
  private final ModelBlobs blobs;
  private final ModelCatalog catalog;

  public ModelBackend(Settings settings) {
    this(new ModelStore(settings), new ModelLedger(settings), new ModelBlobs(), new ModelCatalog());
  }

  private ModelBackend(
      ModelStore jobs, ModelLedger ledger, ModelBlobs blobs, ModelCatalog catalog) {
    this.jobs = jobs;
    this.ledger = ledger;
    this.blobs = blobs;
    this.catalog = catalog;
  }

  /// Another process on the same data, as after a crash: the model loses nothing.
  ModelBackend reopened() {
    return new ModelBackend(jobs.reopened(), ledger, blobs, catalog);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        "model", Durability.MEMORY, Ordering.STRICT, Listing.ANY_FILTER, Set.of(Feature.SEARCH));
  }

  @Override
  public ModelStore jobs() {
    return jobs;
  }

  @Override
  public ModelLedger ledger() {
    return ledger;
  }

  @Override
  public ModelBlobs blobs() {
    return blobs;
  }

  @Override
  public ModelCatalog catalog() {
    return catalog;
  }

  @Override
  public void close() {
    jobs.close();
  }
}
