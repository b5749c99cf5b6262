package dev.waybill.bus.redis;

import static dev.waybill.bus.redis.BoundWaybill.STREAM;
import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Outcome;
import dev.waybill.conformance.RedisProcess;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who uses a stream: several deployments of Waybill, one direction only, users with few rights.
class SharedStreamTest {

  private static final String RIGHTS =
      "ACL SETUSER waybill-bus on >PASSWORD resetkeys ~events.free-food ~events.free-food.dead"
          + " ~{events.free-food}:waybill:* ~{events.free-food.dead}:waybill:* resetchannels -@all"
          + " +@connection -@dangerous +get +set +xadd +xreadgroup +xautoclaim +xack"
          + " +xgroup|create +xgroup|delconsumer +xinfo|groups +xinfo|consumers +xpending +xtrim"
          + " +exists +eval";

  @TempDir private Path folder;
  @TempDir private Path other;
  private RedisProcess server;

  @BeforeEach
  void start() {
    server = new RedisProcess("--save", "");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private <T> T on(Function<RedisCommands<String, String>, T> action) {
    return BoundWaybill.on(server.url(), action);
  }

  private List<Map<String, String>> entries(String stream) {
    List<StreamMessage<String, String>> entries =
        on(redis -> redis.xrange(stream, Range.unbounded()));
    return entries.stream().map(entry -> Objects.requireNonNull(entry.getBody())).toList();
  }

  @Test
  void deployments_with_their_own_groups_exchange_events() {
    try (BoundWaybill one = BoundWaybill.open(folder, server.url(), "group=one");
        BoundWaybill two = BoundWaybill.open(other, server.url(), "group=two&field=body")) {
      one.publish(BusTest.event("e1"));
      assertThat(one.delivered()).isEqualTo(BusTest.event("e1"));
      assertThat(two.delivered()).isEqualTo(BusTest.event("e1"));
      two.publish(BusTest.event("e2"));
      assertThat(two.delivered()).isEqualTo(BusTest.event("e2"));
      assertThat(one.delivered()).isEqualTo(BusTest.event("e2"));
      assertThat(entries(STREAM)).hasSize(2);
    }
  }

  @Test
  void an_event_is_in_the_named_field() {
    try (BoundWaybill bound = BoundWaybill.open(folder, server.url(), "field=body")) {
      on(redis -> redis.xadd(STREAM, "body", BusTest.event("e1"), "trace", "7"));
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e1"));
      bound.publish(BusTest.event("e2"));
      eventually(() -> assertThat(entries(STREAM)).hasSize(2));
      assertThat(entries(STREAM).getLast()).containsEntry("body", BusTest.event("e2"));
    }
  }

  @Test
  void a_binding_that_only_reads_adds_nothing_to_the_stream() {
    try (BoundWaybill bound = BoundWaybill.open(folder, server.url(), "direction=in")) {
      bound.publish(BusTest.event("e1"));
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e1"));
      on(redis -> redis.xadd(STREAM, "data", BusTest.event("e2")));
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e2"));
      assertThat(entries(STREAM)).hasSize(1);
      assertThat(bound.waybill().topics().subscriptions("free-food")).hasSize(1);
    }
  }

  @Test
  void a_binding_that_only_writes_reads_nothing_from_the_stream() {
    try (BoundWaybill bound = BoundWaybill.open(folder, server.url(), "direction=out")) {
      on(redis -> redis.xadd(STREAM, "data", BusTest.event("e1")));
      bound.publish(BusTest.event("e2"));
      eventually(() -> assertThat(entries(STREAM)).hasSize(2));
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e2"));
      assertThat(on(redis -> redis.xinfoGroups(STREAM)).size()).isZero();
    }
  }

  @Test
  void the_documentation_has_the_tested_rights() throws IOException {
    assertThat(Files.readString(Path.of("../../docs/topics.md"))).contains(RIGHTS);
  }

  @Test
  void a_user_with_the_documented_rights_can_use_a_binding() {
    CommandArgs<String, String> words = new CommandArgs<>(StringCodec.UTF8);
    List.of(RIGHTS.substring("ACL ".length()).split(" ")).forEach(words::add);
    on(redis -> redis.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), words));
    String limited = server.url().replace("//", "//waybill-bus:PASSWORD@");
    try (BoundWaybill bound = BoundWaybill.open(folder, limited, "dead=true&trim=true");
        StreamLink link = new StreamLink(BoundWaybill.binding(limited, "dead=true&trim=true"))) {
      on(redis -> redis.xadd(STREAM, "data", BusTest.event("e1")));
      bound.waybill().settle(bound.leased().token(), Outcome.reject("no oven"));
      eventually(() -> assertThat(entries(STREAM + ".dead")).hasSize(1));
      bound.publish(BusTest.event("e2"));
      eventually(() -> assertThat(entries(STREAM)).hasSize(2));
      StreamHygiene hygiene = new StreamHygiene(BoundWaybill.binding(limited, ""), link);
      hygiene.trim();
      hygiene.deleteIdleConsumers("nobody");
      hygiene.leave("nobody");
    }
    assertThatThrownBy(() -> BoundWaybill.<String>on(limited, RedisCommands::flushall))
        .hasMessageContaining("NOPERM");
    assertThatThrownBy(() -> BoundWaybill.<Long>on(limited, redis -> redis.del(STREAM)))
        .hasMessageContaining("NOPERM");
  }
}
