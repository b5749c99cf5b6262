package dev.waybill.rig.sim;

import dev.waybill.rig.sim.time.Actor;

/// Crashes servers and changes the clock of the store.
final class Nemesis implements Actor {

  private static final int BUSY = 20_000;
  private static final int SMALL_STEP_BACK = 5_000;
  private static final int DAY = 86_400_000;

  private final World world;

  Nemesis(World world) {
    this.world = world;
  }

  @Override
  public String name() {
    return "nemesis";
  }

  @Override
  public long act() {
    if (world.plan.faultsPerMille() > 0 && world.oneIn(2)) {
      world.crash(world.anyServer());
    }
    if (world.plan.clockJumps()) {
      long millis = jump();
      world.time.jump(millis);
      world.log.add(name(), "sets the clock, ms:", millis);
    }
    return 1L + world.random.nextInt(BUSY);
  }

  private long jump() {
    return switch (world.random.nextInt(8)) {
      case 0 -> world.random.nextInt(DAY);
      case 1, 2, 3 -> -world.random.nextInt(SMALL_STEP_BACK);
      default -> world.random.nextInt(2 * world.plan.longestHold());
    };
  }
}
