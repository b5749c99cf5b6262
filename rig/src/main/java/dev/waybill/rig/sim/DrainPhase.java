package dev.waybill.rig.sim;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.result.Settled;
import dev.waybill.rig.sim.oracle.ActorCall;
import dev.waybill.rig.sim.oracle.BrokenPromise;
import dev.waybill.rig.sim.oracle.TrackedJob;
import java.time.Duration;
import java.util.List;

/// The second phase: no faults, no paused queues, correct workers. All jobs must finish in time.
final class DrainPhase {

  private static final long PERIOD = 500;
  private static final int BATCH = 100;
  private static final long SLACK = 10_000;
  private static final Duration LEASE_DURATION = Duration.ofSeconds(1);

  private final World world;

  DrainPhase(World world) {
    this.world = world;
  }

  void run() {
    world.faulty = false;
    world.time.forgetWakes();
    world.restart();
    everyQueue(DrainPhase::resume);
    long longest = longestWait();
    long end = world.time.elapsed() + longest + 2L * world.plan.longestHold() + SLACK;
    round();
    while (world.trackedJobs.live() > 0) {
      BrokenPromise.unless(world.time.elapsed() <= end, "drain", "%s", stuck());
      world.time.moveTo(world.time.elapsed() + untilNext());
      round();
    }
    world.log.add("healing", "is done");
  }

  private void round() {
    world.log.nextStep();
    server().tick();
    everyQueue(this::work);
  }

  private static void resume(Waybill waybill, String queue) {
    waybill.resume(queue);
  }

  private void work(Waybill waybill, String queue) {
    LeaseRequest request =
        LeaseRequest.of(queue, "good-worker").withMax(BATCH).withLeaseDuration(LEASE_DURATION);
    for (List<Lease> leases = waybill.lease(request);
        !leases.isEmpty();
        leases = waybill.lease(request)) {
      leases.forEach(lease -> finish(waybill, lease));
    }
  }

  private void finish(Waybill waybill, Lease lease) {
    PayloadCheck.check(world, lease.job());
    Outcome done = new Outcome.Done(NumberedPayloads.of(1));
    HeldLease held = new HeldLease(lease.job().tenant(), lease);
    ActorCall call =
        new ActorCall(ActorCall.Kind.SETTLE, lease.job().tenant()).saying(held.key, done);
    Object answer = world.oracle.during(call, () -> waybill.settle(lease.token(), done));
    BrokenPromise.unless(
        answer.equals(new Settled(State.COMPLETED)), "E1", "%s: %s", lease.job(), answer);
  }

  private void everyQueue(java.util.function.BiConsumer<Waybill, String> action) {
    for (int tenant = 0; tenant < world.plan.tenants(); tenant++) {
      for (int queue = 0; queue < world.plan.queues(); queue++) {
        String name = "queue-" + queue;
        ActorCall call = new ActorCall(ActorCall.Kind.LEASE, "tenant-" + tenant);
        server()
            .call(
                call,
                waybill -> {
                  action.accept(waybill, name);
                  return name;
                });
      }
    }
  }

  private Server server() {
    return world.servers.getFirst();
  }

  /// The longest time that a job has to wait. A running job may time out, which is an error: it
  /// then waits for its next attempt.
  private long longestWait() {
    long now = world.time.millis();
    return world.trackedJobs.all().stream()
        .mapToLong(
            job ->
                switch (job.state) {
                  case QUEUED -> Math.max(0, job.runAt - now);
                  case RUNNING -> waitAfterTimeout(job);
                  case SCHEDULED, COMPLETED, FAILED, CANCELLED, DEAD -> 0;
                })
        .max()
        .orElse(0);
  }

  private static long waitAfterTimeout(TrackedJob job) {
    RetryPolicy own = job.asked.retry();
    RetryPolicy policy = own == null ? RetryPolicy.DEFAULT : own;
    return policy.delayAfter(job.errors + 1, 1).toMillis();
  }

  /// The time until the next job is due or the next lease expires.
  private long untilNext() {
    long now = world.time.millis();
    long next =
        world.trackedJobs.all().stream()
            .filter(job -> !job.state.isTerminal())
            .mapToLong(job -> job.state == State.RUNNING ? job.leaseUntil : job.runAt)
            .map(at -> at - now)
            .min()
            .orElse(0);
    return Math.max(PERIOD, next);
  }

  private String stuck() {
    return "not ended: "
        + world.trackedJobs.all().stream()
            .filter(job -> !job.state.isTerminal())
            .limit(5)
            .map(job -> "job " + job.number + ": " + job)
            .toList();
  }
}
