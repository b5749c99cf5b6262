package dev.waybill.events;

import dev.waybill.Waybill;
import dev.waybill.conformance.NatsProcess;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;

final class TopicsOnNatsTest extends TopicsGroup {

  private final NatsProcess broker = new NatsProcess("-js");

  @Override
  Waybill openStore() {
    return Waybill.open(URI.create(broker.url() + "?path=" + broker.folder().resolve("local")));
  }

  @AfterEach
  @Override
  void close() {
    super.close();
    broker.close();
  }
}
