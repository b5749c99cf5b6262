package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import dev.waybill.settings.Settings;
import dev.waybill.spi.LeaseQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The broker is killed, restarted and stopped while two servers enqueue and work.
@Timeout(180)
final class BrokerRestartTest {

  /// Longer than the timeout of a request.
  private static final Duration LONG = Duration.ofSeconds(6);

  private final List<NatsLink> links = new ArrayList<>();
  private final List<NatsJobStore> stores = new ArrayList<>();
  private NatsServer server;

  @BeforeEach
  void open() {
    server = NatsServer.start();
    for (int n = 0; n < 2; n++) {
      NatsLink link = server.link();
      links.add(link);
      stores.add(NatsJobStore.open(link, Settings.DEFAULT));
    }
  }

  @AfterEach
  void close() {
    stores.forEach(NatsJobStore::close);
    links.forEach(NatsLink::close);
    server.close();
  }

  @Test
  @Promise({"E1", "E3", "L1", "S1"})
  void a_killed_broker_loses_and_duplicates_no_acknowledged_job() throws Exception {
    try (Load load = new Load(stores)) {
      for (int round = 0; round < 3; round++) {
        load.awaitProgress(200);
        server.kill();
        server.restart();
      }
      load.awaitProgress(200);
      load.assertEveryJobCompletedOnce();
    }
  }

  @Test
  @Promise({"E1", "E3", "L1", "S1"})
  void a_paused_broker_loses_and_duplicates_no_acknowledged_job() throws Exception {
    try (Load load = new Load(stores)) {
      for (int round = 0; round < 2; round++) {
        load.awaitProgress(200);
        server.pause();
        load.awaitStandstill(LONG);
        server.resume();
      }
      load.awaitProgress(200);
      load.assertEveryJobCompletedOnce();
    }
  }

  @Test
  @Promise({"L1", "V1"})
  void servers_follow_each_other_again_after_a_long_outage() throws Exception {
    LeaseQuery patient =
        new LeaseQuery(Load.QUEUE, "w", 1, Load.LEASE_DURATION, Duration.ofSeconds(30));
    server.kill();
    assertThat(new Semaphore(0).tryAcquire(LONG.toSeconds(), TimeUnit.SECONDS)).isFalse();
    server.restart();
    for (int round = 0; round < 3; round++) {
      assertThat(stores.getFirst().append(List.of(Load.draft()))).hasSize(1);
      assertThat(stores.getLast().lease(patient)).hasSize(1);
    }
  }
}
