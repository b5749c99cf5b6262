package dev.waybill.rig.sim;

import dev.waybill.Page;
import dev.waybill.spi.Catalog;
import java.time.Instant;
import java.util.List;

/// The catalog of a server, with faults.
record FaultyCatalog(Catalog good, Faults faults) implements Catalog {

  @Override
  public void upsert(List<Entry> entries, long checkpoint) {
    faults.call(
        () -> {
          good.upsert(entries, checkpoint);
          return checkpoint;
        });
  }

  @Override
  public void delete(List<EntryKey> keys) {
    faults.call(
        () -> {
          good.delete(keys);
          return keys;
        });
  }

  @Override
  public List<EntryKey> upTo(String kind, Instant at, int max) {
    return faults.call(() -> good.upTo(kind, at, max));
  }

  @Override
  public List<Entry> find(List<EntryKey> keys) {
    return faults.call(() -> good.find(keys));
  }

  @Override
  public Page<Entry> search(Search search) {
    return faults.call(() -> good.search(search));
  }

  @Override
  public long checkpoint() {
    return faults.call(good::checkpoint);
  }

  @Override
  public void clear() {
    faults.call(
        () -> {
          good.clear();
          return good;
        });
  }

  @Override
  public boolean advance(Advance step) {
    return faults.call(() -> good.advance(step));
  }

  @Override
  public String position(String feed) {
    return faults.call(() -> good.position(feed));
  }

  @Override
  public void forget(String feed) {
    faults.call(
        () -> {
          good.forget(feed);
          return good;
        });
  }
}
