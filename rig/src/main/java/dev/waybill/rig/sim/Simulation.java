package dev.waybill.rig.sim;

import dev.waybill.conformance.ModelBackend;

/// One seed: a phase with faults, a phase of healing, and a last look at everything.
final class Simulation {

  /// @param hash of all that happened
  /// @param jobs how many were accepted
  /// @param workers how many there were
  record Result(long hash, long steps, long jobs, long workers) {}

  private final World world;
  private final Crowd crowd;

  Simulation(long seed, SimBug bug, World.BackendMaker maker, boolean inWords) {
    world = new World(seed, bug, maker, inWords);
    Wishes wishes = new Wishes(world);
    crowd = new Crowd(world, wishes);
    populate(wishes);
  }

  /// The same seed does the same in every process.
  static Result run(long seed, SimBug bug) {
    return new Simulation(seed, bug, ModelBackend::new, false).run();
  }

  Result run() {
    world.actUntil(Long.MAX_VALUE);
    new Healing(world).run();
    new FinalCheck(world).run();
    return new Result(world.story.hash(), world.story.steps(), world.book.accepted(), crowd.came());
  }

  Story story() {
    return world.story;
  }

  private void populate(Wishes wishes) {
    wake(crowd);
    wake(new Nemesis(world));
    for (int i = 0; i < world.plan.producers(); i++) {
      wake(new Producer(world, wishes, i));
    }
    for (int i = 0; i < world.plan.operators(); i++) {
      wake(new Operator(world, i));
    }
    for (int i = 0; i < 2; i++) {
      wake(new Maintainer(world, i));
      wake(new Reader(world, i));
      wake(new FactWriter(world, i));
    }
  }

  private void wake(Actor actor) {
    world.time.wake(actor, world.random.nextInt(500));
  }
}
