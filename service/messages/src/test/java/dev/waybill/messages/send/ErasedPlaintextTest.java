package dev.waybill.messages.send;

import dev.waybill.Waybill;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// 10,000 of 20,000 messages in a data directory.
@Timeout(300)
final class ErasedPlaintextTest extends ErasedPlaintextTests {

  private @TempDir Path folder;

  ErasedPlaintextTest() {
    super(20_000);
  }

  @Override
  Waybill open() {
    return Waybill.open(folder, Settings.DEFAULT);
  }

  @Override
  List<Path> folders() {
    return List.of(folder);
  }
}
