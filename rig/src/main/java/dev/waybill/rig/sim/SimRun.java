package dev.waybill.rig.sim;

import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.rig.sim.bug.SimBug;
import dev.waybill.rig.sim.time.Actor;
import dev.waybill.rig.sim.time.SimLog;

/// Runs one seed: a phase with faults, a drain phase, and a final check.
final class SimRun {

  /// @param hash the hash of all actions
  /// @param jobs the number of accepted jobs
  /// @param workers the number of workers
  record Result(long hash, long steps, long jobs, long workers) {}

  private final World world;
  private final WorkerPool pool;

  SimRun(long seed, SimBug bug, World.BackendMaker maker, boolean inWords) {
    world = new World(seed, bug, maker, inWords);
    JobGenerator generator = new JobGenerator(world);
    pool = new WorkerPool(world, generator);
    populate(generator);
  }

  /// Deterministic: the same seed does the same in every process.
  static Result run(long seed, SimBug bug) {
    return new SimRun(seed, bug, ModelBackend::new, false).run();
  }

  Result run() {
    world.actUntil(Long.MAX_VALUE);
    new DrainPhase(world).run();
    new FinalCheck(world).run();
    return new Result(
        world.log.hash(), world.log.steps(), world.trackedJobs.accepted(), pool.came());
  }

  SimLog log() {
    return world.log;
  }

  private void populate(JobGenerator generator) {
    wake(pool);
    wake(new Nemesis(world));
    for (int i = 0; i < world.plan.producers(); i++) {
      wake(new Producer(world, generator, i));
    }
    for (int i = 0; i < world.plan.operators(); i++) {
      wake(new SimOperator(world, i));
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
