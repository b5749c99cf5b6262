package dev.waybill.rig.sim;

import dev.waybill.rig.sim.time.Actor;

/// Runs maintenance on one of the servers periodically; several of them run concurrently.
final class Maintainer implements Actor {

  private static final int LONGEST_PAUSE = 1_500;

  private final World world;
  private final String name;

  Maintainer(World world, int number) {
    this.world = world;
    name = "maintainer-" + number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long act() {
    world.log.add(name, "ticks");
    world.log.add(name, "moved jobs:", world.anyServer().tick());
    return 100L + world.random.nextInt(LONGEST_PAUSE);
  }
}
