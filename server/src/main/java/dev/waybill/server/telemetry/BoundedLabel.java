package dev.waybill.server.telemetry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The values of one label. The first ones have series of their own; the rest share `_other`.
final class BoundedLabel {

  static final String OTHER = "_other";

  /// For a value that is not known.
  static final String NONE = "none";

  private final int most;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  BoundedLabel(int most) {
    this.most = most;
  }

  String of(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return NONE;
    }
    if (known.contains(value)) {
      return value;
    }
    return known.size() < most && known.add(value) ? value : OTHER;
  }
}
