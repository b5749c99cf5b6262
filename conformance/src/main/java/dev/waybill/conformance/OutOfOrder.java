package dev.waybill.conformance;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.spi.Catalog;
import java.time.Instant;
import java.util.List;

/// A catalog whose calls all fail until it is repaired.
public final class OutOfOrder implements Catalog {

  private final Catalog behind;
  private volatile boolean repaired;

  public OutOfOrder(Catalog behind) {
    this.behind = behind;
  }

  public void repair() {
    repaired = true;
  }

  @Override
  public void upsert(List<Entry> entries, long checkpoint) {
    reached().upsert(entries, checkpoint);
  }

  @Override
  public void delete(List<EntryKey> keys) {
    reached().delete(keys);
  }

  @Override
  public List<EntryKey> upTo(String kind, Instant at, int max) {
    return reached().upTo(kind, at, max);
  }

  @Override
  public List<Entry> find(List<EntryKey> keys) {
    return reached().find(keys);
  }

  @Override
  public Page<Entry> search(Search search) {
    return reached().search(search);
  }

  @Override
  public long checkpoint() {
    return reached().checkpoint();
  }

  @Override
  public void clear() {
    reached().clear();
  }

  @Override
  public boolean advance(Advance step) {
    return reached().advance(step);
  }

  @Override
  public String position(String feed) {
    return reached().position(feed);
  }

  @Override
  public void forget(String feed) {
    reached().forget(feed);
  }

  private Catalog reached() {
    if (!repaired) {
      throw new WaybillException(Code.STORE_FAILED, "the catalog is out of order");
    }
    return behind;
  }
}
