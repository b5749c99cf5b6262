package dev.waybill.spi;

/// The memory of the servers that hold a store in memory.
///
/// @param used bytes in use, on all servers
/// @param limit bytes from which new jobs are refused; 0 if a server has no limit
/// @param replicas connected replicas
/// @param finished the jobs that have ended and are kept until their retention ends
/// @param perFinished bytes of such a job with its events, the average of a sample; 0 without jobs
public record ServerMemory(long used, long limit, int replicas, long finished, long perFinished) {

  /// Of a store on disks, or one that does not tell.
  public static final ServerMemory NONE = new ServerMemory(0, 0, 0, 0, 0);
}
