package dev.waybill.rig;

import dev.waybill.engine.Engine;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// A process that puts load on a store until it is killed or its time is over. It says `ready` and
/// its process id when it has begun.
public final class LoadProcess {

  private LoadProcess() {}

  public static void main(String... arguments) throws InterruptedException {
    Thread.ofPlatform().daemon().start(LoadProcess::endWithTheRig);
    LoadPlan plan = LoadPlan.parse(arguments);
    List<String> unheard = Histories.unheard(plan.histories(), plan.life());
    try (Recorder recorder = new Recorder(plan.history());
        Engine engine = Stores.open(plan.store(), plan.bug());
        Load load = new Load(engine, plan, recorder)) {
      load.start(plan.seed(), unheard);
      System.out.println("ready " + ProcessHandle.current().pid());
      Handlers.rest(plan.length().toMillis());
    }
  }

  /// The rig never writes to this process: its input ends when the rig does.
  private static void endWithTheRig() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException gone) {
      // As good as the end.
    }
    Runtime.getRuntime().halt(1);
  }
}
