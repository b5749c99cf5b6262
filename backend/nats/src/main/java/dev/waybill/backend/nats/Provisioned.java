package dev.waybill.backend.nats;

import io.nats.client.api.StreamConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/// One stream that Waybill needs, and how it was found. Buckets are streams, too.
///
/// @param drift how it differs from what Waybill would have made
record Provisioned(String name, boolean created, List<String> drift) {

  Provisioned {
    drift = List.copyOf(drift);
  }

  static Provisioned compared(StreamConfiguration wanted, StreamConfiguration there) {
    List<String> drift = new ArrayList<>();
    differ(
        drift, "subjects", new HashSet<>(wanted.getSubjects()), new HashSet<>(there.getSubjects()));
    differ(drift, "storage", wanted.getStorageType(), there.getStorageType());
    differ(drift, "retention", wanted.getRetentionPolicy(), there.getRetentionPolicy());
    differ(drift, "replicas", wanted.getReplicas(), there.getReplicas());
    differ(drift, "max_age", wanted.getMaxAge(), there.getMaxAge());
    differ(drift, "max_msgs", wanted.getMaxMsgs(), there.getMaxMsgs());
    differ(drift, "max_bytes", wanted.getMaxBytes(), there.getMaxBytes());
    differ(
        drift, "max_msgs_per_subject", wanted.getMaxMsgsPerSubject(), there.getMaxMsgsPerSubject());
    differ(drift, "discard", wanted.getDiscardPolicy(), there.getDiscardPolicy());
    differ(drift, "allow_direct", wanted.getAllowDirect(), there.getAllowDirect());
    return new Provisioned(wanted.getName(), false, drift);
  }

  private static void differ(List<String> drift, String what, Object wanted, Object there) {
    if (!Objects.equals(wanted, there)) {
      drift.add("%s is %s, not %s".formatted(what, there, wanted));
    }
  }
}
