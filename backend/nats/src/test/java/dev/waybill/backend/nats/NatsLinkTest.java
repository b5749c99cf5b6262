package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.StreamConfiguration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NatsLinkTest {

  @Test
  void streams_are_made_once_and_found_again() {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link()) {
      StreamConfiguration stream = StreamConfiguration.builder().name("S").subjects("s.>").build();

      assertThat(link.provision(stream, false).outcome()).isEqualTo(Outcome.MISSING);
      assertThat(link.provision(stream, true).outcome()).isEqualTo(Outcome.CREATED);
      assertThat(link.provision(stream, true))
          .isEqualTo(new Provisioned("S", Outcome.PRESENT, List.of()));
    }
  }

  @Test
  void what_was_stored_is_there_after_the_server_was_killed_and_the_link_goes_on()
      throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link()) {
      KeyValue bucket = link.ensureBucket(KeyValueConfiguration.builder("b").build());
      bucket.put("key", "value");

      server.kill();
      server.restart();

      assertThat(new String(bucket.get("key").getValue(), StandardCharsets.UTF_8))
          .isEqualTo("value");
      server.stop();
      server.restart();
      assertThat(bucket.put("key", "more")).isEqualTo(2);
    }
  }

  @Test
  void a_server_that_is_not_there_is_named() {
    assertThatThrownBy(() -> NatsLink.open(NatsConfig.of("nats://127.0.0.1:1", Path.of("unused"))))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("127.0.0.1:1");
  }
}
