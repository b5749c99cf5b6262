package dev.waybill.rig.sim;

/// Sees to it that there are as many workers as planned: who vanishes is replaced by a new one.
final class Crowd implements Actor {

  private static final int LOOK_EVERY = 300;

  private final World world;
  private final Wishes wishes;
  private int present;
  private int came;

  Crowd(World world, Wishes wishes) {
    this.world = world;
    this.wishes = wishes;
  }

  @Override
  public String name() {
    return "crowd";
  }

  /// How many workers there have been.
  int came() {
    return came;
  }

  void left() {
    present--;
  }

  @Override
  public long act() {
    while (present < world.plan.workers()) {
      SimWorker worker = new SimWorker(world, this, wishes, came++);
      world.time.wake(worker, world.random.nextInt(LOOK_EVERY));
      present++;
    }
    return LOOK_EVERY;
  }
}
