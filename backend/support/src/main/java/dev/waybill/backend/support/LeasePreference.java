package dev.waybill.backend.support;

/// The waiting jobs that a server leases first, if several servers lease from one queue. Only a
/// preference: a server without jobs in its share leases any job.
///
/// @param index the index of this server
/// @param of the number of servers
public record LeasePreference(int index, int of) {

  public static final LeasePreference ALL = new LeasePreference(0, 1);

  boolean isAll() {
    return of == 1;
  }

  boolean has(ViewRow row) {
    return Math.floorMod(row.key.id().low() ^ row.position.arrival(), of) == index;
  }
}
