package dev.waybill.backend.support;

/// Which of the waiting jobs a server goes for first, where several lease from one queue. Only a
/// preference: who finds none of its own takes any.
///
/// @param index of this server among them
/// @param of how many they are
public record LeasePreference(int index, int of) {

  public static final LeasePreference ALL = new LeasePreference(0, 1);

  boolean isAll() {
    return of == 1;
  }

  boolean has(ViewRow row) {
    return Math.floorMod(row.key.id().low() ^ row.position.arrival(), of) == index;
  }
}
