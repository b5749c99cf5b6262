package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.PublishedKind;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsKeyValueWatchSubscription;
import io.nats.client.impl.NatsMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Facts of published kinds as a plain NATS client sees them.
@Timeout(180)
class PublishedFactsTest {

  private static final String KIND = PublishedKind.ALL.getLast().name();
  private static final Pattern RANK = Pattern.compile("\"rank\":(\\d+),\"version\":(\\d+)");

  private final ManualClock clock = new ManualClock();
  private NatsServer server;
  private NatsLink link;
  private Connection plain;
  private Ledger ledger;

  @BeforeEach
  void open() throws Exception {
    server = NatsServer.start();
    link = server.link();
    plain = Nats.connect(server.url());
    NatsLayout.streams().forEach(link::ensureStream);
    ledger = ledger(link);
  }

  private Ledger ledger(NatsLink on) {
    Expiry expiry = Expiry.of(Settings.DEFAULT.withClock(clock));
    return new NatsLedger(
        new FactLog(on, SubjectWrites.of(on), expiry),
        NatsLedger.states(SubjectWrites.of(on), expiry),
        expiry);
  }

  @AfterEach
  void close() throws Exception {
    plain.close();
    link.close();
    server.close();
  }

  @Test
  @Seed("S2.12")
  void the_name_of_a_published_kind_begins_the_subjects_of_its_facts() throws Exception {
    for (PublishedKind kind : PublishedKind.ALL) {
      ledger.record(List.of(fact(new LedgerKey("acme", kind.name(), "m.1"), "Done", "")));
    }

    for (int i = 0; i < PublishedKind.ALL.size(); i++) {
      String kind = PublishedKind.ALL.get(i).name();
      assertThat(message(i + 1).getSubject()).isEqualTo(kind + ".acme.m=2e1.1.Done");
      assertThat(plain.keyValue("latest").get(kind + ".acme.m=2e1")).isNotNull();
    }
  }

  @Test
  @Seed("S2.14")
  void a_repeated_fact_is_a_duplicate_by_its_message_id() throws Exception {
    ledger.record(List.of(fact(key("m-1"), "Done", "")));

    String id = message(1).getHeaders().getFirst("Nats-Msg-Id");

    assertThat(id).isEqualTo(sha256("m-1\n1\nDone"));
    NatsMessage again =
        NatsMessage.builder()
            .subject(message(1).getSubject())
            .headers(new Headers().put("Nats-Msg-Id", id))
            .data("again")
            .build();
    PublishAck ack = plain.jetStream().publish(again);
    assertThat(ack.isDuplicate()).isTrue();
    assertThat(ack.getSeqno()).isEqualTo(1);
    assertThat(management().getStreamInfo("WB_LEDGER").getStreamState().getMsgCount()).isOne();
    assertThat(ledger.record(List.of(fact(key("m-1"), "Done", ""))))
        .containsExactly(Answer.DUPLICATE);
  }

  @Test
  void an_id_that_tenants_should_not_share_loses_no_fact() {
    Fact one = fact(new LedgerKey("acme", KIND, "m-1"), "Done", "a");
    Fact other = fact(new LedgerKey("other", KIND, "m-1"), "Done", "b");

    assertThat(ledger.record(List.of(one, other))).containsOnly(Answer.APPLIED);

    assertThat(ledger.tail(0, 10)).extracting(Fact.Recorded::fact).containsExactly(one, other);
  }

  @Test
  @Seed("S2.15")
  void the_latest_state_shows_what_its_kind_names() throws Exception {
    Fact fact =
        fact(key("m-1"), "Done", "{\"more\":\"x\",\"provider_msg_id\":\"p-7\"}")
            .withState("done")
            .withRank(100, 1);
    ledger.record(List.of(fact));

    assertThat(latest("m-1"))
        .startsWith(
            "{\"state\":\"done\",\"rank\":100,\"version\":1,\"at\":\"%s\",\"provider_msg_id\":\"p-7\","
                .formatted(fact.at()));
  }

  @Test
  void data_without_that_text_shows_nothing() throws Exception {
    ledger.record(
        List.of(
            fact(key("m-1"), "Done", "{\"more\":\"x\"}"), fact(key("m-2"), "Done", "{broken}")));

    assertThat(latest("m-1")).doesNotContain("provider_msg_id");
    assertThat(latest("m-2")).doesNotContain("provider_msg_id").contains("\"data\":\"{broken}\"");
  }

  @Test
  void data_is_returned_byte_for_byte_whether_it_is_json_or_not() {
    List<String> all =
        List.of(
            "",
            "{}",
            "{ \"a\" : 1e400,\n \"a\": [ {\"ü\\u00fc\": null} ] }",
            "{\"a\":1} ",
            "{\"a\":1}{}",
            "{\"a\":1,}",
            "[1]",
            "{\"a\":" + "[".repeat(1_000) + "]".repeat(1_000) + "}",
            "{\"a\":" + "[".repeat(90) + "]".repeat(90) + "}");
    List<Fact> facts =
        IntStream.range(0, all.size()).mapToObj(i -> fact(key("m"), "t" + i, all.get(i))).toList();

    facts.forEach(fact -> ledger.record(List.of(fact)));

    assertThat(ledger.history(key("m"), 0, 100))
        .extracting(Fact.Recorded::fact)
        .containsExactlyElementsOf(facts);
  }

  @Test
  void a_fact_that_expired_is_on_no_subject_and_in_no_bucket() throws Exception {
    ledger.record(List.of(fact(key("m-1"), "Done", "")));

    clock.advance(Duration.ofDays(91));
    ledger.prune(100);

    assertThat(management().getStreamInfo("WB_LEDGER").getStreamState().getMsgCount()).isZero();
    assertThat(plain.keyValue("latest").get(KIND + ".acme.m-1")).isNull();
  }

  @Test
  @Seed("S2.6")
  void a_watcher_never_sees_a_state_go_back() throws Exception {
    List<Fact> facts = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      facts.add(fact(key("m-1"), "t" + i, "").withRank(i, 0));
    }
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    NatsKeyValueWatchSubscription watch =
        plain.keyValue("latest").watch(KIND + ".acme.m-1", collecting(seen));
    try (NatsLink otherLink = server.link();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (Ledger one : List.of(ledger, ledger(otherLink))) {
        List<Fact> shuffled = new ArrayList<>(facts);
        Collections.shuffle(shuffled, new Random(writers.size()));
        writers.add(threads.submit(() -> shuffled.forEach(fact -> one.record(List.of(fact)))));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    eventually(() -> assertThat(seen).isNotEmpty().last().asString().contains("\"rank\":200,"));
    watch.unsubscribe();
    assertThat(seen.stream().map(value -> number(value, 1))).isSorted();
    assertThat(seen.stream().map(value -> number(value, 2))).isSorted().doesNotHaveDuplicates();
  }

  private static KeyValueWatcher collecting(Queue<String> seen) {
    return new KeyValueWatcher() {
      @Override
      public void watch(KeyValueEntry entry) {
        seen.add(text(entry.getValue()));
      }

      @Override
      public void endOfData() {
        // only the values count
      }
    };
  }

  private static long number(String value, int group) {
    Matcher found = RANK.matcher(value);
    assertThat(found.find()).isTrue();
    return Long.parseLong(found.group(group));
  }

  private JetStreamManagement management() throws Exception {
    return plain.jetStreamManagement();
  }

  private MessageInfo message(long sequence) throws Exception {
    return management().getMessage("WB_LEDGER", sequence);
  }

  private String latest(String id) throws Exception {
    return text(plain.keyValue("latest").get(KIND + ".acme." + id).getValue());
  }

  private static LedgerKey key(String id) {
    return new LedgerKey("acme", KIND, id);
  }

  private Fact fact(LedgerKey key, String type, String data) {
    return Fact.of(key, 1, type, clock.instant(), Payload.of(data));
  }

  private static String sha256(String text) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
