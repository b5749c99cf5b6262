package dev.waybill.backend.support;

import dev.waybill.spi.Draft;
import java.util.Objects;

/// A request ID of a tenant.
public record RequestKey(String tenant, String requestId) {

  /// The request ID of a draft that has one.
  static RequestKey of(Draft draft) {
    return new RequestKey(draft.key().tenant(), Objects.requireNonNull(draft.job().requestId()));
  }
}
