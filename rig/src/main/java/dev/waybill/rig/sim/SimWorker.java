package dev.waybill.rig.sim;

import static dev.waybill.Attempt.Ending.CRASHED;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.Settlement;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.Extended;
import dev.waybill.result.PublishResult;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.rig.sim.oracle.ActorCall;
import dev.waybill.rig.sim.oracle.AllowedRefusals;
import dev.waybill.rig.sim.oracle.BrokenPromise;
import dev.waybill.rig.sim.oracle.TrackedJob;
import dev.waybill.rig.sim.time.Actor;
import dev.waybill.spi.LeaseKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Leases and runs jobs as unreliably as real workers: it stalls, uses old tokens, repeats calls,
/// or crashes.
final class SimWorker implements Actor {

  private static final int MOST_HELD = 6;
  private static final int LONGEST_PATIENCE = 3_000;

  private final World world;
  private final WorkerPool pool;
  private final String name;
  private final String tenant;
  private final RandomOutcomes words;
  private final BadTokens badTokens;
  private final List<HeldLease> held = new ArrayList<>();

  SimWorker(World world, WorkerPool pool, JobGenerator generator, int number) {
    this.world = world;
    this.pool = pool;
    name = "worker-" + number;
    tenant = world.anyTenant();
    words = new RandomOutcomes(world, generator);
    badTokens = new BadTokens(world, name, tenant);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long act() {
    if (world.oneIn(50)) {
      world.log.add(name, "vanishes, holding", held.size());
      pool.left();
      return GONE;
    }
    if (world.oneIn(30)) {
      world.log.add(name, "stands still");
      return 2L * world.plan.longestHold();
    }
    if (held.isEmpty() || (held.size() < MOST_HELD && world.oneIn(6))) {
      lease();
    } else {
      work();
    }
    return 1L + world.random.nextInt(world.plan.longestHold() / 4 + 20);
  }

  private void work() {
    switch (world.random.nextInt(12)) {
      case 0, 1 -> extend();
      case 2, 3, 4 -> publish();
      case 5 -> badTokens.use(held.getFirst());
      default -> settle();
    }
  }

  private void lease() {
    Duration patience =
        Duration.ofMillis(world.oneIn(15) ? world.random.nextInt(LONGEST_PATIENCE) : 0);
    LeaseRequest request =
        LeaseRequest.of(world.anyQueue(), name)
            .withMax(1 + world.random.nextInt(world.oneIn(5) ? MOST_HELD : 2))
            .withLeaseDuration(leaseDuration())
            .withPatience(patience);
    ActorCall call = new ActorCall(ActorCall.Kind.LEASE, tenant);
    List<Lease> leases = world.anyServer().call(call, w -> w.lease(request));
    leases.forEach(lease -> held.add(new HeldLease(tenant, lease)));
    leases.forEach(lease -> world.log.add(name, "leases job", number(lease)));
    for (Lease lease : leases) {
      PayloadCheck.check(world, lease.job());
    }
  }

  private int number(Lease lease) {
    TrackedJob job = world.trackedJobs.find(new HeldLease(tenant, lease).key.job());
    return job == null ? -1 : job.number;
  }

  private Duration leaseDuration() {
    return Duration.ofMillis(100 + world.random.nextInt(world.plan.longestHold()));
  }

  private void extend() {
    ActorCall call = new ActorCall(ActorCall.Kind.EXTEND, tenant);
    held.forEach(lease -> call.showing(lease.key));
    List<HeldLease> shown = List.copyOf(held);
    Duration leaseDuration = leaseDuration();
    List<ExtendResult> answers =
        world
            .anyServer()
            .call(call, w -> w.extend(shown.stream().map(l -> l.token).toList(), leaseDuration));
    for (int i = 0; i < shown.size(); i++) {
      switch (answers.get(i)) {
        case Extended _ -> told(call, shown.get(i), "holds on to", true);
        case Refused refused -> refused(shown.get(i), refused);
      }
    }
  }

  private void publish() {
    HeldLease lease = held.get(world.random.nextInt(held.size()));
    ActorCall call = new ActorCall(ActorCall.Kind.PUBLISH, tenant).showing(lease.key);
    List<NewEvent> events = words.events(lease);
    PublishResult answer = world.anyServer().call(call, w -> w.publish(lease.token, events));
    switch (answer) {
      case Published _ -> told(call, lease, "publishes for", true);
      case Refused refused -> refused(lease, refused);
    }
  }

  private void settle() {
    ActorCall call = new ActorCall(ActorCall.Kind.SETTLE, tenant);
    int count = world.oneIn(3) ? held.size() : 1;
    List<HeldLease> shown = new ArrayList<>(held.subList(0, count));
    if (world.oneIn(20)) {
      shown.add(shown.getFirst());
    }
    List<Settlement> settlements = shown.stream().map(lease -> words.on(lease, call)).toList();
    List<SettleResult> answers = world.anyServer().call(call, w -> w.settle(settlements));
    Set<LeaseKey> settled = new HashSet<>();
    for (int i = 0; i < shown.size(); i++) {
      HeldLease lease = shown.get(i);
      switch (answers.get(i)) {
        case Settled state when isRepeat(lease, call, settled) -> repeated(lease, state);
        case Settled state -> {
          settled.add(lease.key);
          world.log.add(name, "is told", state.state());
          told(call, lease, "settles", false);
        }
        case Refused refused -> refused(shown.get(i), refused);
      }
    }
    BrokenPromise.unless(
        settled.size() == call.moved, "L2", "%d settled, %d told", call.moved, settled.size());
  }

  private static boolean isRepeat(HeldLease lease, ActorCall call, Set<LeaseKey> settled) {
    return settled.contains(lease.key) || !call.touched.contains(lease.key);
  }

  /// The attempt was settled before and gets the same answer: by its worker, not by a timeout.
  private void repeated(HeldLease lease, Settled state) {
    TrackedJob job = world.trackedJobs.find(lease.key.job());
    world.log.add(name, "is told again", state.state());
    BrokenPromise.unless(
        job != null
            && job.attempts.stream()
                .filter(attempt -> attempt.number() == lease.key.attempt())
                .anyMatch(attempt -> attempt.ending() != null && attempt.ending() != CRASHED),
        "L2",
        "%s was never settled and is said to be: %s",
        lease.key,
        job);
    giveUp(lease);
  }

  /// An acknowledged change must have happened in this call.
  private void told(ActorCall call, HeldLease lease, String what, boolean keeps) {
    TrackedJob job = world.trackedJobs.find(lease.key.job());
    world.log.add(name, what, "job", job == null ? -1 : job.number, lease.key.attempt());
    BrokenPromise.unless(
        call.touched.contains(lease.key), "E1", "%s %s, but nothing happened", name, what);
    if (!keeps) {
      giveUp(lease);
    }
  }

  /// If the lease is reported as lost, it must be lost, perhaps before the clock was set back.
  private void refused(HeldLease lease, Refused refused) {
    TrackedJob job = world.trackedJobs.find(lease.key.job());
    world.log.add(name, "is told", refused.code(), "of job", job == null ? -1 : job.number);
    if (AllowedRefusals.isFault(refused)) {
      return;
    }
    boolean lost =
        job == null || !job.isHeld(lease.key.attempt()) || job.hasTimedOut(world.time.latest());
    BrokenPromise.unless(
        lost && refused.code() == dev.waybill.Code.LEASE_LOST, "L2", "%s: %s", job, refused);
    if (job != null && job.isHeld(lease.key.attempt())) {
      // the attempt timed out, and would be valid again if the clock were set back
      held.remove(lease);
    } else {
      giveUp(lease);
    }
  }

  private void giveUp(HeldLease lease) {
    held.remove(lease);
    badTokens.keep(lease);
  }
}
