package dev.waybill.rig;

import dev.waybill.engine.Engine;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// A process that runs load on a store until it is killed or its time is over. It prints `ready`
/// and its process ID when it has started.
public final class LoadProcess {

  private LoadProcess() {}

  public static void main(String... arguments) throws InterruptedException {
    Thread.ofPlatform().daemon().start(LoadProcess::exitWithTheRig);
    LoadPlan plan = LoadPlan.parse(arguments);
    List<String> unheard = Histories.unheard(plan.histories(), plan.life());
    try (Recorder recorder = new Recorder(plan.history());
        Engine engine = RigStores.open(plan.store(), plan.bug());
        StoreLoad load = new StoreLoad(engine, plan, recorder)) {
      load.start(plan.seed(), unheard);
      System.out.println("ready " + ProcessHandle.current().pid());
      Handlers.rest(plan.length().toMillis());
    }
  }

  /// Exits with the rig, which never writes to this process: standard input is closed when the rig
  /// ends.
  private static void exitWithTheRig() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException gone) {
      // Treated as the end of input.
    }
    Runtime.getRuntime().halt(1);
  }
}
