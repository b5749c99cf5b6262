package dev.waybill.spi;

import java.time.Duration;
import java.util.Optional;

/// How the database of a store is doing, as seen by this process.
///
/// @param connections connections of this process
/// @param slow transactions and reads of this process so far that took longer than a second
/// @param deadRows rows of the store that are deleted and still stored
/// @param oldest the age of the oldest open transaction in the database
public record DatabaseLoad(Connections connections, long slow, long deadRows, Duration oldest) {

  /// Of a store without a database, or one that does not tell.
  public static final DatabaseLoad NONE =
      new DatabaseLoad(new Connections(0, 0, 0), 0, 0, Duration.ZERO);

  private static final Duration LONG = Duration.ofMinutes(10);

  /// @param busy those in use
  /// @param idle those that can be used at once
  /// @param awaited the number of calls that wait for one
  public record Connections(int busy, int idle, int awaited) {}

  /// What an administrator should look at.
  public Optional<String> trouble() {
    return oldest.compareTo(LONG) < 0
        ? Optional.empty()
        : Optional.of(
            "a transaction in the database has been open for %d minutes and keeps deleted rows (now %,d): end it"
                .formatted(oldest.toMinutes(), deadRows));
  }
}
