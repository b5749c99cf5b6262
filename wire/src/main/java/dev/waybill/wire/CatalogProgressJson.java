package dev.waybill.wire;

import dev.waybill.admin.IndexProgress;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

/// The progress of the search index of a server.
public final class CatalogProgressJson {

  private static final Fields<IndexProgress> FIELDS =
      Fields.of("CatalogProgress", "Progress of the search index of this server.");
  private static final Slot.Whole POSITION =
      FIELDS.whole("position", IndexProgress::position, "Last fact of the ledger in the index.");
  private static final Slot.Whole LAST =
      FIELDS.whole("last", IndexProgress::last, "Last fact of the ledger.");
  private static final Slot.Whole LAG =
      FIELDS.whole(
          "lag",
          IndexProgress::lagSeconds,
          "For how many seconds a fact has been missing; 0 if none is.");

  public static final Document<IndexProgress> DOCUMENT =
      FIELDS.make(in -> new IndexProgress(in.get(POSITION), in.get(LAST), in.get(LAG)));

  private CatalogProgressJson() {}
}
