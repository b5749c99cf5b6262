package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.waybill.WaybillException;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import io.nats.client.KeyValue;
import io.nats.client.Message;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamConfiguration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NatsLinkTest {

  @Test
  void streams_are_created_once_and_found_again() {
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
  void messages_survive_a_killed_server_and_the_link_reconnects() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link()) {
      KeyValue bucket = link.ensureBucket(KeyValueConfiguration.builder("b").build());
      StreamReads reads = new StreamReads(link, "KV_b");
      bucket.put("key", "value");

      server.kill();
      server.restart();

      assertThat(value(reads)).isEqualTo("value");
      server.stop();
      server.restart();
      assertThat(value(reads)).isEqualTo("value");
      assertThat(bucket.put("key", "more")).isEqualTo(2);
    }
  }

  @Test
  void a_lost_connection_ends_waits_at_once() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link()) {
      server.pause();
      CompletableFuture<Message> answer = link.connection().request("$JS.API.INFO", new byte[0]);
      FutureTask<@Nullable Throwable> waiting =
          new FutureTask<>(() -> catchThrowable(() -> link.await("ask", answer)));
      Thread thread = Thread.ofPlatform().start(waiting);
      eventually(() -> assertThat(thread.getState()).isEqualTo(Thread.State.TIMED_WAITING));

      server.kill();

      assertThat(waiting.get()).hasMessageContaining("the connection was lost");
    }
  }

  @Test
  void an_unreachable_server_is_named() {
    assertThatThrownBy(() -> NatsLink.open(NatsConfig.of("nats://127.0.0.1:1", Path.of("unused"))))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("127.0.0.1:1");
  }

  private static String value(StreamReads reads) {
    MessageInfo found = Objects.requireNonNull(reads.last(List.of("$KV.b.key")).getFirst());
    return new String(found.getData(), StandardCharsets.UTF_8);
  }
}
