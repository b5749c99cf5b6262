package dev.waybill.rig.sim;

/// Ticks one of the servers every so often; several of them tick at once.
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
    world.story.tell(name, "ticks");
    world.story.tell(name, "moved jobs:", world.anyServer().tick());
    return 100L + world.random.nextInt(LONGEST_PAUSE);
  }
}
