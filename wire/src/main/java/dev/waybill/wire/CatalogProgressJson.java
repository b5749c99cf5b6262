package dev.waybill.wire;

/// How far the search index of a server is.
///
/// @param lag for how many seconds a fact has been missing; 0 only if none is
public record CatalogProgressJson(long position, long last, long lag) {

  private static final Fields<CatalogProgressJson> FIELDS =
      Fields.of("CatalogProgress", "How far the search index of this server is.");
  private static final Slot.Whole POSITION =
      FIELDS.whole(
          "position", CatalogProgressJson::position, "Last fact of the ledger in the index.");
  private static final Slot.Whole LAST =
      FIELDS.whole("last", CatalogProgressJson::last, "Last fact of the ledger.");
  private static final Slot.Whole LAG =
      FIELDS.whole(
          "lag",
          CatalogProgressJson::lag,
          "For how many seconds a fact has been missing; 0 if none is.");

  public static final Document<CatalogProgressJson> DOCUMENT =
      FIELDS.make(in -> new CatalogProgressJson(in.get(POSITION), in.get(LAST), in.get(LAG)));
}
