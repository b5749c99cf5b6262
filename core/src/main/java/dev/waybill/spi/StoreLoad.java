package dev.waybill.spi;

/// What a store holds in the memory of this process.
///
/// @param rows jobs in memory
/// @param bytes an estimate of the memory that they take
/// @param most the number of jobs from which new ones are refused
/// @param lag finished jobs that the index of this process does not have yet
public record StoreLoad(long rows, long bytes, long most, long lag) {

  /// Of a store that holds no jobs in memory, or does not tell.
  public static final StoreLoad NONE = new StoreLoad(0, 0, 0, 0);
}
