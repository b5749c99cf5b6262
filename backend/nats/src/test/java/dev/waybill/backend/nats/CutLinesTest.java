package dev.waybill.backend.nats;

import dev.waybill.conformance.Promise;
import dev.waybill.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two servers whose connections to the broker are cut at any byte and delayed.
@Timeout(180)
final class CutLinesTest {

  private static final int CUTS = 12;
  private static final long SEED = 7;

  private final List<NatsLink> links = new ArrayList<>();
  private final List<NatsJobStore> stores = new ArrayList<>();
  private NatsServer server;
  private FlakyProxy proxy;

  @BeforeEach
  void open() {
    server = NatsServer.start();
    proxy = new FlakyProxy(server.port(), SEED);
    for (int n = 0; n < 2; n++) {
      NatsLink link = NatsLink.open(NatsConfig.of(proxy.url(), server.directory("local" + n)));
      links.add(link);
      stores.add(NatsJobStore.open(link, Settings.DEFAULT));
    }
  }

  @AfterEach
  void close() {
    stores.forEach(NatsJobStore::close);
    links.forEach(NatsLink::close);
    proxy.close();
    server.close();
  }

  @Test
  @Promise({"E1", "E3", "L1", "S1"})
  void cut_connections_lose_and_duplicate_no_acknowledged_job() throws Exception {
    try (Load load = new Load(stores)) {
      load.awaitProgress(200);
      proxy.beRough(true);
      while (proxy.cuts() < CUTS) {
        load.awaitProgress(20);
      }
      proxy.beRough(false);
      load.awaitProgress(200);
      load.assertEveryJobCompletedOnce();
    }
  }
}
