package dev.waybill.backend.support;

/// Which of the waiting jobs a server goes for first, where several lease from one queue. Only a
/// preference: who finds none of its own takes any.
///
/// @param index of this server among them
/// @param of how many they are
public record Share(int index, int of) {

  public static final Share ALL = new Share(0, 1);

  boolean isAll() {
    return of == 1;
  }

  boolean has(Row row) {
    return Math.floorMod(row.key.id().low() ^ row.place.arrival(), of) == index;
  }
}
