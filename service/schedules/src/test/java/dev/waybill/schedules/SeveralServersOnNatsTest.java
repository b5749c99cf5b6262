package dev.waybill.schedules;

import dev.waybill.conformance.NatsProcess;
import dev.waybill.engine.Engine;
import dev.waybill.engine.EngineOpener;
import dev.waybill.spi.Backend;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/// Each server has its own engine and connection.
final class SeveralServersOnNatsTest extends SeveralServersGroup {

  private final NatsProcess broker = new NatsProcess("-js");
  private final List<Engine> others = new ArrayList<>();

  @Override
  URI store() {
    return store(0);
  }

  @Override
  ScheduleService another() {
    Backend own = EngineOpener.backend(store(others.size() + 1), settings);
    Engine other = EngineOpener.over(own, settings);
    others.add(other);
    return server(other, own);
  }

  @AfterEach
  @Override
  void close() {
    others.forEach(Engine::close);
    super.close();
    broker.close();
  }

  private URI store(int number) {
    return URI.create(broker.url() + "?path=" + broker.folder().resolve("local-" + number));
  }
}
