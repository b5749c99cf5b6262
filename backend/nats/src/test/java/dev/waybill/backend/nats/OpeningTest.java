package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Capabilities.Durability;
import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import dev.waybill.spi.StoreAddress;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Configurations of a deployment, and errors and warnings at the start.
class OpeningTest {

  private final NatsProvider provider = new NatsProvider();

  @TempDir private Path folder;

  @Test
  void only_nats_addresses_are_opened() {
    EngineOpener opener = new EngineOpener();
    assertThat(opener.opens(URI.create("nats://a"))).isTrue();
    assertThat(opener.opens(URI.create("tls://a,b"))).isTrue();
    assertThat(opener.opens(URI.create("other://a"))).isFalse();
    assertThat(opener.opens(URI.create("relative"))).isFalse();
  }

  @Test
  void the_default_durability_class_is_process() {
    try (NatsServer server = NatsServer.start();
        Backend backend = open(server, "")) {
      assertThat(backend.capabilities().durability()).isEqualTo(Durability.PROCESS);
    }
  }

  @Test
  void an_engine_that_requires_more_durability_refuses_the_store() {
    Settings strict = Settings.DEFAULT.withLeastDurability(Durability.POWER_CUT);
    try (NatsServer server = NatsServer.start();
        Backend backend = open(server, "")) {
      assertThatThrownBy(() -> EngineOpener.over(backend, strict))
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.UNSUPPORTED));
    }
  }

  @Test
  void every_stream_has_a_description() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link();
        Backend _ = open(server, "")) {
      for (StreamConfiguration wanted : NatsLayout.streams()) {
        assertThat(link.management().getStreamInfo(wanted.getName()).getConfiguration())
            .extracting(StreamConfiguration::getDescription)
            .asString()
            .startsWith("Waybill: ");
      }
    }
  }

  @Test
  void a_stream_in_memory_has_the_class_memory() {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link()) {
      link.ensureStream(
          StreamConfiguration.builder()
              .name(LedgerSubjects.STREAM)
              .subjects(LedgerSubjects.ALL)
              .storageType(StorageType.Memory)
              .build());

      try (Backend backend = open(server, "&durability=power_cut")) {
        assertThat(backend.capabilities().durability()).isEqualTo(Durability.MEMORY);
      }
    }
  }

  @Test
  void the_durability_class_is_the_weakest_one() {
    assertThat(DurabilityClass.of(true, true, true).durability()).isEqualTo(Durability.POWER_CUT);
    assertThat(DurabilityClass.of(true, false, true).durability()).isEqualTo(Durability.PROCESS);
    assertThat(DurabilityClass.of(true, true, false).durability()).isEqualTo(Durability.PROCESS);
    assertThat(DurabilityClass.of(false, true, true).durability()).isEqualTo(Durability.MEMORY);
  }

  @Test
  void provisioning_checks_creates_and_finds_streams_again() {
    try (NatsServer server = NatsServer.start()) {
      StoreAddress address = address(server.url());

      assertThat(outcomes(address, false)).containsOnly(Outcome.MISSING);
      assertThat(outcomes(address, true)).containsOnly(Outcome.CREATED);
      assertThat(outcomes(address, true)).containsOnly(Outcome.PRESENT);
      assertThat(provider.provision(address, true))
          .allSatisfy(one -> assertThat(one.drift()).isEmpty());
    }
  }

  @Test
  void a_changed_stream_is_kept_and_its_drift_is_reported() {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link()) {
      link.ensureStream(
          StreamConfiguration.builder()
              .name(LedgerSubjects.STREAM)
              .subjects(LedgerSubjects.ALL)
              .duplicateWindow(NatsLayout.SAME_ID)
              .maxMessages(10)
              .build());

      assertThat(provider.provision(address(server.url()), true))
          .filteredOn(one -> one.outcome() == Outcome.PRESENT)
          .containsExactly(
              new Provisioned(
                  LedgerSubjects.STREAM, Outcome.PRESENT, List.of("max_msgs is 10, not -1")));
    }
  }

  @Test
  void a_stream_of_an_older_layout_is_refused() {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link()) {
      link.ensureStream(
          StreamConfiguration.builder().name(LedgerSubjects.STREAM).subjects("wb.fact.>").build());

      assertThatThrownBy(() -> open(server, ""))
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.OLDER_FORMAT));
    }
  }

  @Test
  void only_one_process_can_use_the_data_directory() {
    try (NatsServer server = NatsServer.start();
        Backend first = open(server, "")) {
      assertThat(first.capabilities().store()).isEqualTo("nats");
      assertThatThrownBy(() -> open(server, ""))
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.STORE_LOCKED));
    }
  }

  @Test
  void a_data_directory_of_another_store_is_refused() {
    Path other = folder.resolve("other");
    try (NatsServer server = NatsServer.start()) {
      open(server, "").close();
      assertRefused(() -> Waybill.open(folder), "stores its jobs in nats");
      Waybill.open(other).close();
      assertRefused(
          () -> provider.open(address(server.url() + "?path=" + other), Settings.DEFAULT),
          "belongs to another store");
    }
  }

  @Test
  void a_password_or_a_token_grants_access() {
    try (NatsServer server = NatsServer.start("--user", "me", "--pass", "s3cret")) {
      assertRefused(() -> openAs(server, "me:wrong"), "refuses the password of me");
      openAs(server, "me:s3cret").close();
    }
    try (NatsServer server = NatsServer.start("--auth", "t0ken")) {
      openAs(server, "t0ken").close();
    }
  }

  @Test
  void a_server_without_jetstream_is_refused() {
    try (NatsServer server = NatsServer.startWithoutJetStream()) {
      assertRefused(() -> open(server, ""), "JetStream turned off");
    }
  }

  @Test
  void one_of_several_servers_is_enough() {
    try (NatsServer server = NatsServer.start();
        Backend backend =
            provider.open(
                address("nats://127.0.0.1:1,127.0.0.1:%d?path=%s".formatted(server.port(), folder)),
                Settings.DEFAULT)) {
      assertThat(backend.ledger().tail(0, 1)).isEmpty();
    }
  }

  private Backend open(NatsServer server, String options) {
    return provider.open(address(server.url() + "?path=" + folder + options), Settings.DEFAULT);
  }

  private Backend openAs(NatsServer server, String login) {
    return provider.open(
        address("nats://%s@127.0.0.1:%d?path=%s".formatted(login, server.port(), folder)),
        Settings.DEFAULT);
  }

  private static StoreAddress address(String url) {
    return StoreAddress.of(URI.create(url));
  }

  private List<Outcome> outcomes(StoreAddress address, boolean create) {
    return provider.provision(address, create).stream().map(Provisioned::outcome).toList();
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(WaybillException.class).hasMessageContaining(message);
  }
}
