package dev.waybill.rig.sim;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.rig.sim.oracle.ActorCall;
import dev.waybill.rig.sim.oracle.BrokenPromise;
import dev.waybill.rig.sim.oracle.JobOracle;
import dev.waybill.rig.sim.oracle.TrackedJob;
import dev.waybill.rig.sim.time.Actor;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the events of one job after the other, stored and live, and continues from its cursor
/// after every failure (V1).
final class Reader implements Actor {

  private static final int BUSY = 1_500;
  private static final int AT_ONCE = 3;

  private final World world;
  private final String name;
  private @Nullable TrackedJob job;
  private EventCursor cursor = EventCursor.START;

  Reader(World world, int number) {
    this.world = world;
    name = "reader-" + number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long act() {
    if (job == null || world.oneIn(5)) {
      job = world.trackedJobs.any(world.random);
      cursor = EventCursor.START;
    }
    if (job != null && !world.trackedJobs.isForgotten(job.key.id())) {
      read(job);
    }
    return 1L + world.random.nextInt(BUSY);
  }

  private void read(TrackedJob of) {
    ActorCall call = new ActorCall(ActorCall.Kind.READ, of.key.tenant());
    Server server = world.anyServer();
    if (world.oneIn(2)) {
      List<JobEvent> events =
          server.call(call, w -> w.events(of.key.id(), cursor, 1 + world.random.nextInt(AT_ONCE)));
      events.forEach(event -> take(of, event));
      return;
    }
    server.call(
        call,
        w -> {
          Iterator<JobEvent> live = w.follow(of.key.id(), cursor).iterator();
          for (int i = 0; i < AT_ONCE && live.hasNext(); i++) {
            take(of, live.next());
          }
          return of;
        });
  }

  /// Each event must be the direct successor of the last one.
  private void take(TrackedJob of, JobEvent event) {
    world.log.add(name, "reads of job", of.number, event.attempt(), event.sequence());
    TrackedJob.Heard heard = JobOracle.heard(event);
    List<TrackedJob.Heard> next = of.eventsAfter(cursor, 1);
    BrokenPromise.unless(
        next.equals(List.of(heard)), "V1", "job %d: %s, not %s", of.number, heard, next);
    cursor = heard.at();
  }
}
