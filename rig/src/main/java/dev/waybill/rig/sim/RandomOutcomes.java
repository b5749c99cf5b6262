package dev.waybill.rig.sim;

import dev.waybill.Failure;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.rig.sim.oracle.ActorCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Random outcomes and events of a worker.
final class RandomOutcomes {

  private static final int MOST_EVENTS = 4;

  private final World world;
  private final JobGenerator generator;

  RandomOutcomes(World world, JobGenerator generator) {
    this.world = world;
    this.generator = generator;
  }

  /// A random outcome of an attempt, recorded in the call.
  Settlement on(HeldLease lease, ActorCall call) {
    Outcome outcome = outcome();
    call.saying(lease.key, outcome);
    return new Settlement(lease.token, outcome);
  }

  Outcome outcome() {
    Failure failure = Failure.of("error", "simulated");
    return switch (world.random.nextInt(12)) {
      case 0 -> new Outcome.Retry(failure, null);
      case 1 -> new Outcome.Retry(failure, delay());
      case 2 -> new Outcome.Snooze(delay());
      case 3 -> new Outcome.Fail(failure);
      case 4, 5 -> new Outcome.Release();
      case 6 -> new Outcome.Reject(failure);
      default -> new Outcome.Done(NumberedPayloads.of(generator.nextBody()));
    };
  }

  /// Some of them may have been published before.
  List<NewEvent> events(HeldLease lease) {
    long first = Math.max(0, lease.sequence - world.random.nextInt(MOST_EVENTS));
    List<NewEvent> events = new ArrayList<>();
    int count = 1 + world.random.nextInt(MOST_EVENTS);
    for (long sequence = first; sequence < first + count; sequence++) {
      events.add(NewEvent.of(sequence, "progress", "event " + sequence));
    }
    lease.sequence = Math.max(lease.sequence, first + count);
    return events;
  }

  private Duration delay() {
    return Duration.ofMillis(world.random.nextInt(world.plan.longestDelay()));
  }
}
