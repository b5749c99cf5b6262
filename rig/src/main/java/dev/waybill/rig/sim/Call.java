package dev.waybill.rig.sim;

import dev.waybill.Outcome;
import dev.waybill.spi.LeaseKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One call of one actor: what was said, and what the witness saw of its effects.
final class Call {

  enum Kind {
    ENQUEUE,
    LEASE,
    EXTEND,
    SETTLE,
    PUBLISH,
    CANCEL,
    RETRY,
    REDRIVE,
    PAUSE,
    TICK,
    READ
  }

  final Kind kind;
  final String tenant;

  /// What genuine tokens that were shown to their own tenant say of their attempts.
  final Map<LeaseKey, List<Outcome>> words = new HashMap<>();

  /// Leases that this call ended, extended or published for.
  final Set<LeaseKey> touched = new HashSet<>();

  /// Jobs that this call moved.
  int moved;

  Call(Kind kind, String tenant) {
    this.kind = kind;
    this.tenant = tenant;
  }

  Call saying(LeaseKey lease, Outcome outcome) {
    words.computeIfAbsent(lease, _ -> new ArrayList<>()).add(outcome);
    return this;
  }

  Call showing(LeaseKey lease) {
    words.computeIfAbsent(lease, _ -> new ArrayList<>());
    return this;
  }
}
