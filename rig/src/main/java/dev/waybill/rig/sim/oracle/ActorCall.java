package dev.waybill.rig.sim.oracle;

import dev.waybill.Outcome;
import dev.waybill.spi.LeaseKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One call of an actor: its arguments and the effects that the oracle saw.
public final class ActorCall {

  public enum Kind {
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
  public final String tenant;

  /// The outcomes that were sent with genuine tokens by their own tenant.
  final Map<LeaseKey, List<Outcome>> words = new HashMap<>();

  /// Leases that this call ended, extended or published for.
  public final Set<LeaseKey> touched = new HashSet<>();

  /// How many jobs this call changed.
  public int moved;

  public ActorCall(Kind kind, String tenant) {
    this.kind = kind;
    this.tenant = tenant;
  }

  public ActorCall saying(LeaseKey lease, Outcome outcome) {
    words.computeIfAbsent(lease, _ -> new ArrayList<>()).add(outcome);
    return this;
  }

  public ActorCall showing(LeaseKey lease) {
    words.computeIfAbsent(lease, _ -> new ArrayList<>());
    return this;
  }
}
