package dev.waybill.spi;

import dev.waybill.JobId;
import org.jspecify.annotations.Nullable;

/// The key of a job: its tenant and its ID. An ID alone finds nothing.
public record JobKey(String tenant, JobId id) {

  // As in JobId: faster than the generated methods.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JobKey key && id.equals(key.id) && tenant.equals(key.tenant);
  }

  @Override
  public int hashCode() {
    return 31 * id.hashCode() + tenant.hashCode();
  }
}
