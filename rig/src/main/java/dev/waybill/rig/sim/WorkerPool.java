package dev.waybill.rig.sim;

import dev.waybill.rig.sim.time.Actor;

/// Keeps the number of workers constant: a worker that crashed is replaced.
final class WorkerPool implements Actor {

  private static final int LOOK_EVERY = 300;

  private final World world;
  private final JobGenerator generator;
  private int present;
  private int came;

  WorkerPool(World world, JobGenerator generator) {
    this.world = world;
    this.generator = generator;
  }

  @Override
  public String name() {
    return "crowd";
  }

  /// The number of workers started so far.
  int came() {
    return came;
  }

  void left() {
    present--;
  }

  @Override
  public long act() {
    while (present < world.plan.workers()) {
      SimWorker worker = new SimWorker(world, this, generator, came++);
      world.time.wake(worker, world.random.nextInt(LOOK_EVERY));
      present++;
    }
    return LOOK_EVERY;
  }
}
