package dev.waybill.bus.redis;

import static dev.waybill.bus.redis.BoundWaybill.STREAM;
import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.bus.binding.InboundEvents;
import dev.waybill.conformance.RedisProcess;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Topics;
import io.lettuce.core.Range;
import io.lettuce.core.RedisException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.api.sync.RedisCommands;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A binding goes on after a fault of Redis, of the stream, or of the store.
class StreamFaultsTest {

  private static final int EVENTS = 30;

  @TempDir private Path folder;
  private RedisProcess server;

  @BeforeEach
  void start() {
    server = new RedisProcess("--appendonly", "yes", "--appendfsync", "always", "--save", "");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void add(String id) {
    on(redis -> redis.xadd(STREAM, "data", BusTest.event(id)));
  }

  private <T> T on(Function<RedisCommands<String, String>, T> action) {
    return BoundWaybill.on(server.url(), action);
  }

  @Test
  void events_are_delivered_after_the_group_was_destroyed() {
    try (BoundWaybill bound = BoundWaybill.open(folder, server.url(), "")) {
      add("e1");
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e1"));
      on(redis -> redis.xgroupDestroy(STREAM, "waybill"));
      add("e2");
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e2"));
    }
  }

  @Test
  void events_are_delivered_after_the_stream_was_deleted() {
    try (BoundWaybill bound = BoundWaybill.open(folder, server.url(), "")) {
      add("e1");
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e1"));
      on(redis -> redis.del(STREAM));
      add("e2");
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e2"));
    }
  }

  @Test
  void no_event_is_lost_in_either_direction_when_redis_is_killed() {
    try (BoundWaybill bound = BoundWaybill.open(folder, server.url(), "")) {
      Set<String> expected = new TreeSet<>();
      for (int i = 0; i < EVENTS; i++) {
        if (i == EVENTS / 2) {
          server.kill();
        }
        bound.publish(BusTest.event("out" + i));
        expected.add(BusTest.event("out" + i));
        if (i < EVENTS / 2) {
          add("in" + i);
          expected.add(BusTest.event("in" + i));
        }
      }
      server.restart();
      add("last");
      expected.add(BusTest.event("last"));
      Set<String> delivered = new HashSet<>();
      while (delivered.size() < expected.size()) {
        assertThat(delivered.add(bound.delivered())).isTrue();
      }
      assertThat(delivered).isEqualTo(expected);
      eventually(() -> assertThat(new TreeSet<>(onTheStream())).isEqualTo(expected));
      assertThat(onTheStream()).hasSize(expected.size());
    }
  }

  private List<String> onTheStream() {
    List<StreamMessage<String, String>> entries =
        on(redis -> redis.xrange(STREAM, Range.unbounded()));
    return entries.stream()
        .map(entry -> Objects.requireNonNull(entry.getBody()).getOrDefault("data", ""))
        .toList();
  }

  @Test
  void events_are_delivered_after_the_group_was_destroyed_between_two_reads() {
    AtomicBoolean destroyed = new AtomicBoolean();
    add("e1");
    try (BoundWaybill bound = unbound(Settings.DEFAULT);
        StreamLink link = new StreamLink(binding());
        StreamConsumer reader =
            reader(
                link,
                bound,
                Duration.ofHours(1),
                () -> {
                  if (!destroyed.getAndSet(true)) {
                    on(redis -> redis.xgroupDestroy(STREAM, "waybill"));
                  }
                })) {
      reader.start();
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e1"));
      add("e2");
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e2"));
    }
  }

  @Test
  void an_entry_that_cannot_be_processed_does_not_delay_the_next_one() {
    AtomicBoolean failed = new AtomicBoolean();
    add("e1");
    add("e2");
    try (BoundWaybill bound = unbound(Settings.DEFAULT);
        StreamLink link = new StreamLink(binding());
        StreamConsumer reader =
            reader(
                link,
                bound,
                Duration.ofHours(1),
                () -> {
                  if (!failed.getAndSet(true)) {
                    throw new IllegalStateException("a defect");
                  }
                })) {
      reader.start();
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e2"));
      eventually(() -> assertThat(pending()).isEqualTo(1));
    }
  }

  @Test
  void an_entry_stays_pending_while_the_store_refuses_it() {
    add("e1");
    try (BoundWaybill bound = unbound(Settings.DEFAULT.withMaxLiveJobs(1));
        StreamLink link = new StreamLink(binding());
        StreamConsumer reader = reader(link, bound, Duration.ZERO, () -> {})) {
      bound.waybill().enqueue(NewJob.builder("demo").queue("mails").build());
      reader.start();
      eventually(() -> assertThat(pending()).isEqualTo(1));
      bound.waybill().settle(bound.leased().token(), Outcome.done());
      assertThat(bound.delivered()).isEqualTo(BusTest.event("e1"));
      eventually(() -> assertThat(pending()).isZero());
    }
  }

  /// Negative if there is no group yet.
  private long pending() {
    try {
      return BoundWaybill.<Long>on(
          server.url(), redis -> redis.xpending(STREAM, "waybill").getCount());
    } catch (RedisException noGroup) {
      return -1;
    }
  }

  private StreamBinding binding() {
    return BoundWaybill.binding(server.url(), "direction=in");
  }

  /// With the topic, but bound to another stream.
  private BoundWaybill unbound(Settings settings) {
    return BoundWaybill.open(folder, server.url() + "/other", "direction=in", settings);
  }

  /// @param before what happens before each event is published
  private StreamConsumer reader(
      StreamLink link, BoundWaybill bound, Duration claimedAfter, Runnable before) {
    Topics topics = bound.waybill().topics();
    Topics observed =
        (Topics)
            Proxy.newProxyInstance(
                Topics.class.getClassLoader(),
                new Class<?>[] {Topics.class},
                (_, method, arguments) -> {
                  before.run();
                  return method.invoke(topics, arguments);
                });
    return new StreamConsumer(
        binding(),
        link,
        new StreamInbound(
            binding(), link, new InboundEvents(binding().bound(), bound.waybill(), observed)),
        claimedAfter);
  }
}
