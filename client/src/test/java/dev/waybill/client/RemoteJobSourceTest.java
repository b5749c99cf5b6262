package dev.waybill.client;

import dev.waybill.Waybill;
import dev.waybill.conformance.job.JobSourceConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A worker that is connected to a server.
final class RemoteJobSourceTest extends JobSourceConformance {

  private @TempDir Path folder;
  private Served served;
  private Waybill remote;

  @BeforeEach
  void connect() {
    served = Served.in(folder);
    remote = served.connect();
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  @Override
  protected Waybill waybill() {
    return remote;
  }
}
