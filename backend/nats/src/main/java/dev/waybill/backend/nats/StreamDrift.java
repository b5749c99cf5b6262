package dev.waybill.backend.nats;

import io.nats.client.api.StreamConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The differences between an existing stream and the configuration of Waybill. Settings that do
/// not matter to Waybill, such as the description or the placement, are left to the operator.
final class StreamDrift {

  private final List<String> found = new ArrayList<>();

  private StreamDrift() {}

  static List<String> between(StreamConfiguration wanted, StreamConfiguration there) {
    StreamDrift drift = new StreamDrift();
    drift.check(
        "subjects", new HashSet<>(wanted.getSubjects()), new HashSet<>(there.getSubjects()));
    drift.check("storage", wanted.getStorageType(), there.getStorageType());
    drift.check("retention", wanted.getRetentionPolicy(), there.getRetentionPolicy());
    drift.check("replicas", wanted.getReplicas(), there.getReplicas());
    if (!wanted.getName().equals(HistoryStream.STREAM)) {
      drift.checkLimits(wanted, there);
    }
    drift.check("max_msgs_per_subject", perSubject(wanted), perSubject(there));
    drift.check("discard", wanted.getDiscardPolicy(), there.getDiscardPolicy());
    drift.check("allow_direct", wanted.getAllowDirect(), there.getAllowDirect());
    if (wanted.getDuplicateWindow().isPositive()) {
      drift.check("duplicate_window", wanted.getDuplicateWindow(), there.getDuplicateWindow());
    }
    return drift.found;
  }

  /// The history may have any: its age follows the retention, and an operator may limit the rest.
  private void checkLimits(StreamConfiguration wanted, StreamConfiguration there) {
    check("max_age", wanted.getMaxAge(), there.getMaxAge());
    check("max_msgs", wanted.getMaxMsgs(), there.getMaxMsgs());
    check("max_bytes", wanted.getMaxBytes(), there.getMaxBytes());
  }

  /// Servers report 0 or -1 for no limit.
  private static long perSubject(StreamConfiguration one) {
    return Math.max(0, one.getMaxMsgsPerSubject());
  }

  private void check(String what, Object wanted, Object there) {
    if (!wanted.equals(there)) {
      found.add("%s is %s, not %s".formatted(what, there, wanted));
    }
  }
}
