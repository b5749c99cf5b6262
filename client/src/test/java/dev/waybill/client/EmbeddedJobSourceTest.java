package dev.waybill.client;

import dev.waybill.Waybill;
import dev.waybill.conformance.job.JobSourceConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A worker in the process of the store, for comparison with a remote worker.
final class EmbeddedJobSourceTest extends JobSourceConformance {

  private @TempDir Path folder;
  private Waybill waybill;

  @BeforeEach
  void open() {
    waybill = Waybill.open(folder);
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Override
  protected Waybill waybill() {
    return waybill;
  }
}
