package dev.waybill.messages.send;

import dev.waybill.Waybill;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// 100 of 200 messages on NATS: the files are those of the broker and of the server.
@Timeout(120)
final class ErasedPlaintextOnNatsTest extends ErasedPlaintextTests {

  private final NatsProcess nats = new NatsProcess("-js");
  private @TempDir Path folder;

  ErasedPlaintextOnNatsTest() {
    super(200);
  }

  @AfterEach
  void stop() {
    nats.close();
  }

  @Override
  Waybill open() {
    return Waybill.open(URI.create(nats.url() + "?path=" + folder), Settings.DEFAULT);
  }

  @Override
  List<Path> folders() {
    return List.of(nats.folder(), folder);
  }
}
