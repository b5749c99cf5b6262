package dev.waybill.events;

import dev.waybill.Waybill;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class TopicsTest extends TopicsGroup {

  private @TempDir Path folder;

  @Override
  Waybill openStore() {
    return Waybill.open(folder);
  }
}
