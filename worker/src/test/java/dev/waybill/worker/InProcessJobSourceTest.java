package dev.waybill.worker;

import dev.waybill.Waybill;
import dev.waybill.conformance.job.JobSourceConformance;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.Engine;
import dev.waybill.settings.Settings;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;

/// Runs the source conformance tests on the engine with the in-memory model.
final class InProcessJobSourceTest extends JobSourceConformance {

  private final Engine engine =
      new Engine(new ModelBackend(Settings.DEFAULT), Settings.DEFAULT, new Random(1));

  @AfterEach
  void close() {
    engine.close();
  }

  @Override
  protected Waybill waybill() {
    return engine;
  }
}
