package dev.waybill.backend.postgres.sql;

import dev.waybill.settings.Settings;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// The clock of the database, so that all servers agree. Writes read it in their transaction; reads
/// use the offset that the last write found. A clock in the settings, such as that of a test,
/// replaces it.
public final class StoreClock {

  private final InstantSource local;
  private final boolean replaced;
  private volatile long offset;

  public StoreClock(InstantSource local) {
    this.local = local;
    this.replaced = !local.equals(Settings.DEFAULT.clock());
  }

  /// The time of a transaction.
  ///
  /// @param database what the database says
  public long at(long database) {
    if (replaced) {
      return local.millis();
    }
    offset = database - local.millis();
    return database;
  }

  /// The time that replaces that of the database, if any.
  public @Nullable Long replacement() {
    return replaced ? (Long) local.millis() : null;
  }

  /// The approximate time, for reads.
  public long millis() {
    return local.millis() + offset;
  }

  public Instant now() {
    return Instant.ofEpochMilli(millis());
  }
}
