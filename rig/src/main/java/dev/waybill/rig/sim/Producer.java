package dev.waybill.rig.sim;

import dev.waybill.NewJob;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.rig.sim.oracle.ActorCall;
import dev.waybill.rig.sim.oracle.AllowedRefusals;
import dev.waybill.rig.sim.oracle.BrokenPromise;
import dev.waybill.rig.sim.oracle.TrackedJob;
import dev.waybill.rig.sim.time.Actor;
import dev.waybill.spi.JobKey;
import java.util.ArrayList;
import java.util.List;

/// Enqueues jobs, one or many at once, and repeats calls without an answer.
final class Producer implements Actor {

  private static final int LARGEST_BULK = 8;
  private static final int BUSY = 1_500;

  private final World world;
  private final JobGenerator generator;
  private final String name;
  private String tenant = "";
  private List<NewJob> unanswered = List.of();

  Producer(World world, JobGenerator generator, int number) {
    this.world = world;
    this.generator = generator;
    name = "producer-" + number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long act() {
    if (unanswered.isEmpty() || world.oneIn(4)) {
      tenant = world.anyTenant();
      unanswered = draw();
    }
    List<NewJob> asked = unanswered;
    world.log.add(name, "asks for jobs:", asked.size());
    ActorCall call = new ActorCall(ActorCall.Kind.ENQUEUE, tenant);
    List<EnqueueResult> answers = world.anyServer().call(call, w -> w.enqueueAll(asked));
    unanswered = List.of();
    for (int i = 0; i < asked.size(); i++) {
      check(asked.get(i), answers.get(i));
    }
    return 1L + world.random.nextInt(BUSY);
  }

  private List<NewJob> draw() {
    int count = world.oneIn(6) ? 1 + world.random.nextInt(LARGEST_BULK) : 1;
    List<NewJob> jobs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      jobs.add(generator.draw(tenant));
    }
    return jobs;
  }

  private void check(NewJob asked, EnqueueResult answer) {
    switch (answer) {
      case Enqueued enqueued -> accepted(asked, enqueued);
      case Refused refused -> {
        world.log.add(name, "is refused:", refused.code());
        AllowedRefusals.expected(refused, asked.requestId() != null);
      }
    }
  }

  private void accepted(NewJob asked, Enqueued answer) {
    if (world.trackedJobs.isForgotten(answer.id())) {
      return;
    }
    TrackedJob job =
        BrokenPromise.required(
            world.trackedJobs.find(new JobKey(tenant, answer.id())),
            "E1",
            "%s is not there",
            answer);
    boolean same = String.valueOf(asked.correlationId()).equals(job.asked.correlationId());
    BrokenPromise.unless(same, "E2", "%s was made from another body", answer);
    BrokenPromise.unless(
        !answer.duplicate() || asked.requestId() != null, "E2", "no request id, yet %s", answer);
    world.log.add(name, answer.duplicate() ? "has already job" : "has job", job.number);
  }
}
