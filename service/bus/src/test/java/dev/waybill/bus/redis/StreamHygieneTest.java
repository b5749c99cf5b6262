package dev.waybill.bus.redis;

import static dev.waybill.bus.redis.BoundWaybill.STREAM;
import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.conformance.RedisProcess;
import dev.waybill.settings.Settings;
import io.lettuce.core.Consumer;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is deleted from streams and groups, and what is kept.
class StreamHygieneTest {

  @TempDir private Path folder;
  private RedisProcess server;
  private StreamBinding binding;
  private StreamLink link;

  @BeforeEach
  void start() {
    server = new RedisProcess("--save", "");
    binding = BoundWaybill.binding(server.url(), "trim=true");
    link = new StreamLink(binding);
  }

  @AfterEach
  void stop() {
    link.close();
    server.close();
  }

  private <T> T on(Function<RedisCommands<String, String>, T> action) {
    return BoundWaybill.on(server.url(), action);
  }

  @Test
  void trimming_keeps_entries_that_any_group_has_not_acknowledged() {
    assertThat(remainingAfter(StreamHygiene.TRIM)).containsExactly("3-0", "4-0", "5-0");
  }

  @Test
  void trimming_below_the_lowest_pending_entry_is_detected() {
    String wrong = StreamHygiene.TRIM.replace("group.pending > 0", "false");
    assertThat(wrong).isNotEqualTo(StreamHygiene.TRIM);
    assertThat(remainingAfter(wrong)).doesNotContain("3-0");
  }

  /// Group `fast` has acknowledged everything, group `slow` all but 3 and 5.
  private List<String> remainingAfter(String script) {
    addEntries("1-0", "2-0", "3-0", "4-0", "5-0");
    readAll("fast");
    readAll("slow");
    on(redis -> redis.xack(STREAM, "fast", "1-0", "2-0", "3-0", "4-0", "5-0"));
    on(redis -> redis.xack(STREAM, "slow", "1-0", "2-0", "4-0"));
    new StreamHygiene(binding, link, script, Duration.ofHours(1)).trim();
    return ids();
  }

  @Test
  void ids_are_compared_as_numbers_of_64_bits() {
    addEntries("9-9", "9-10", "9007199254740993-0", "9007199254740994-0");
    readAll("one");
    readAll("two");
    on(redis -> redis.xack(STREAM, "one", "9-9", "9-10", "9007199254740993-0"));
    on(redis -> redis.xack(STREAM, "two", "9-9", "9-10", "9007199254740994-0"));
    new StreamHygiene(binding, link).trim();
    assertThat(ids()).containsExactly("9007199254740993-0", "9007199254740994-0");
  }

  @Test
  void a_group_that_has_read_nothing_keeps_all_entries() {
    addEntries("1-0", "2-0");
    readAll("fast");
    on(redis -> redis.xack(STREAM, "fast", "1-0", "2-0"));
    on(redis -> redis.xgroupCreate(XReadArgs.StreamOffset.from(STREAM, "0-0"), "late"));
    new StreamHygiene(binding, link).trim();
    assertThat(ids()).containsExactly("1-0", "2-0");
  }

  @Test
  void a_stream_without_groups_and_a_stream_that_is_not_there_are_left_alone() {
    new StreamHygiene(binding, link).trim();
    addEntries("1-0");
    new StreamHygiene(binding, link).trim();
    assertThat(ids()).containsExactly("1-0");
  }

  @Test
  void only_idle_consumers_of_waybill_without_pending_entries_are_deleted() {
    addEntries("1-0");
    on(
        redis -> {
          redis.xgroupCreate(XReadArgs.StreamOffset.from(STREAM, "0-0"), "waybill");
          for (String name : List.of("waybill-gone", "waybill-me", "theirs")) {
            redis.xgroupCreateconsumer(STREAM, Consumer.from("waybill", name));
          }
          return readAs(redis, "waybill", "waybill-busy");
        });
    StreamHygiene hygiene = new StreamHygiene(binding, link, StreamHygiene.TRIM, Duration.ZERO);
    hygiene.leave("waybill-busy");
    hygiene.deleteIdleConsumers("waybill-me");
    assertThat(on(redis -> redis.xinfoConsumers(STREAM, "waybill")).toString())
        .contains("waybill-me", "theirs", "waybill-busy")
        .doesNotContain("waybill-gone");
    hygiene.leave("waybill-me");
    assertThat(on(redis -> redis.xinfoConsumers(STREAM, "waybill")).toString())
        .doesNotContain("waybill-me");
  }

  @Test
  void a_binding_that_only_writes_trims_its_stream() {
    addEntries("1-0", "2-0");
    readAll("theirs");
    on(redis -> redis.xack(STREAM, "theirs", "1-0", "2-0"));
    try (BoundWaybill _ = BoundWaybill.open(folder, server.url(), "direction=out&trim=true")) {
      eventually(() -> assertThat(ids()).containsExactly("2-0"));
    }
  }

  @Test
  void the_stream_of_dead_letters_has_a_limit() {
    for (int i = 0; i < 5; i++) {
      link.addOnce(STREAM, new StreamLink.Once("n" + i, Duration.ofDays(1), 2), List.of("a", "b"));
    }
    assertThat(ids()).hasSize(2);
  }

  @Test
  void a_dead_letter_is_known_for_as_long_as_its_job_is_kept() {
    try (BoundWaybill bound = BoundWaybill.open(folder, server.url(), "dead=true")) {
      bound.publish(BusTest.event("e1"));
      bound.waybill().settle(bound.leased().token(), Outcome.reject("no oven"));
      eventually(
          () ->
              assertThat(BoundWaybill.<Long>on(server.url(), redis -> redis.xlen(STREAM + ".dead")))
                  .isEqualTo(1));
      List<String> known = on(redis -> redis.keys("*:waybill:job:*"));
      assertThat(known).hasSize(1);
      assertThat(BoundWaybill.<Long>on(server.url(), redis -> redis.ttl(known.getFirst())))
          .isGreaterThan(Settings.DEFAULT.retention().of(State.DEAD).toSeconds());
    }
  }

  private void addEntries(String... ids) {
    on(
        redis -> {
          for (String id : ids) {
            redis.xadd(STREAM, new XAddArgs().id(id), "data", "x");
          }
          return ids;
        });
  }

  private void readAll(String group) {
    on(
        redis -> {
          redis.xgroupCreate(XReadArgs.StreamOffset.from(STREAM, "0-0"), group);
          return readAs(redis, group, "c");
        });
  }

  @SuppressWarnings("unchecked") // an array of one stream
  private static List<StreamMessage<String, String>> readAs(
      RedisCommands<String, String> redis, String group, String consumer) {
    return redis.xreadgroup(
        Consumer.from(group, consumer), XReadArgs.StreamOffset.lastConsumed(STREAM));
  }

  private List<String> ids() {
    List<StreamMessage<String, String>> entries =
        on(redis -> redis.xrange(STREAM, Range.unbounded()));
    return entries.stream().map(StreamMessage::getId).toList();
  }
}
