package dev.waybill;

import java.util.Locale;
import java.util.Set;

/// What a store can do. The engine, the conformance kit, `GET /v1/info`, `waybill doctor` and the
/// documentation read the same value.
///
/// @param store the name of the store
/// @param durability what acknowledged writes survive
/// @param ordering how strictly jobs of one lane are leased in order
/// @param listing which filters a listing of jobs may have
/// @param features optional features that it supports
public record Capabilities(
    String store,
    Durability durability,
    Ordering ordering,
    Listing listing,
    Set<Feature> features) {

  public Capabilities {
    features = Set.copyOf(features);
  }

  public enum Feature {
    /// Jobs that are enqueued together are stored all or none.
    ATOMIC_FAN_OUT,
    /// Several servers may use the store at once and see the events of each other.
    SHARED,
    /// Jobs can be found by words.
    SEARCH
  }

  public boolean has(Feature feature) {
    return features.contains(feature);
  }

  /// Fails with [Code#UNSUPPORTED] if the store has no search index for jobs.
  public void requireSearch() {
    if (!has(Feature.SEARCH)) {
      throw new WaybillException(
          Code.UNSUPPORTED, "the store " + store + " has no search index for jobs");
    }
  }

  /// Fails with [Code#UNSUPPORTED] if acknowledged writes may not survive this.
  public void requireDurability(Durability least) {
    if (durability.compareTo(least) < 0) {
      throw new WaybillException(
          Code.UNSUPPORTED,
          "the settings require durability %s; the store %s has %s"
              .formatted(word(least), store, word(durability)));
    }
  }

  private static String word(Durability durability) {
    return durability.name().toLowerCase(Locale.ROOT);
  }

  /// From the weakest to the strongest.
  public enum Durability {
    /// Nothing survives the process.
    MEMORY,
    /// Survives a crash of the process, but not of the machine.
    PROCESS,
    /// Survives a power cut: synced to disk before the answer.
    POWER_CUT
  }

  public enum Ordering {
    /// The oldest job of the highest priority is leased first.
    STRICT,
    /// As [#STRICT] on one server; two servers that lease at once may swap neighbors.
    BEST_EFFORT
  }

  public enum Listing {
    ANY_FILTER,
    /// A filter must name a queue, and may name states.
    BY_QUEUE
  }

  /// Fails with [Code#UNSUPPORTED] if the store cannot list jobs by this filter.
  public void requireListing(JobFilter filter) {
    switch (listing) {
      case ANY_FILTER -> {}
      case BY_QUEUE -> {
        JobFilter able = JobFilter.ALL.withQueue(filter.queue()).withStates(filter.states());
        if (filter.queue() == null || !filter.equals(able)) {
          throw new WaybillException(
              Code.UNSUPPORTED,
              "the store "
                  + store
                  + " lists jobs by queue and state only: set a queue and no"
                  + " other condition");
        }
      }
    }
  }
}
