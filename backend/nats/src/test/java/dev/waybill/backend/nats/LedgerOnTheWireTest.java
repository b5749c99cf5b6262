package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.backend.support.LatestStates;
import dev.waybill.conformance.Seed;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ObjectInfo;
import io.nats.client.api.StreamInfoOptions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The ledger as a plain NATS client sees it.
class LedgerOnTheWireTest {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private NatsServer server;
  private NatsLink link;
  private Connection plain;
  private FactLog log;
  private LatestStates states;
  private Ledger ledger;

  @BeforeEach
  void open() throws Exception {
    server = NatsServer.start();
    link = server.link();
    plain = Nats.connect(server.url());
    NatsLayout.streams().forEach(link::ensureStream);
    Expiry expiry = Expiry.of(Settings.DEFAULT);
    log = new FactLog(link, SubjectWrites.of(link), expiry);
    states = NatsLedger.states(SubjectWrites.of(link), expiry);
    ledger = new NatsLedger(log, states, expiry);
  }

  @AfterEach
  void close() throws Exception {
    plain.close();
    link.close();
    server.close();
  }

  @Test
  void the_latest_state_is_a_readable_value_under_kind_tenant_and_id() throws Exception {
    ledger.record(
        List.of(fact("default", "handoff", "m-1", "message.sent", 100, "{\"to\":\"p7\"}")));

    assertThat(text(plain.keyValue("latest").get("handoff.default.m-1").getValue()))
        .isEqualTo(
            "{\"state\":\"SENT\",\"rank\":100,\"version\":1,\"at\":\"2030-01-01T12:00:00Z\","
                + "\"standing\":0,\"tenant\":\"default\",\"kind\":\"handoff\",\"id\":\"m-1\","
                + "\"attempt\":1,\"type\":\"message.sent\",\"data\":{\"to\":\"p7\"},"
                + "\"moved_by\":[1]}");
  }

  @Test
  void facts_are_filtered_by_kind_tenant_type_and_id() throws Exception {
    ledger.record(
        List.of(
            fact("acme", "handoff", "m.1", "message.sent", 1, "a"),
            fact("acme", "provider", "m.1", "delivered", 1, "b"),
            fact("other", "commands", "c", "send", 1, "c"),
            fact("acme", "audit", "", "action:7", 1, "d")));

    var subjects =
        plain
            .jetStreamManagement()
            .getStreamInfo("WB_LEDGER", StreamInfoOptions.allSubjects())
            .getStreamState()
            .getSubjects();
    assertThat(subjects)
        .extracting("name")
        .containsExactlyInAnyOrder(
            "wb.fact.handoff.acme.m=2e1.1.message=2esent",
            "wb.fact.provider.acme.m=2e1.1.delivered",
            "wb.fact.commands.other.c.1.send",
            "wb.fact.audit.acme.=.1.action=3a7");
    assertThat(plain.keyValue("latest").keys())
        .containsExactlyInAnyOrder(
            "handoff.acme.m=2e1", "provider.acme.m=2e1", "commands.other.c", "audit.acme.=");
  }

  @Test
  void a_fact_with_text_data_is_readable() throws Exception {
    ledger.record(
        List.of(
            fact("acme", "handoff", "m", "sent", 1, "grüße"),
            fact("acme", "handoff", "m", "raw", 2, "")
                .withData(Payload.of(new byte[] {(byte) 0xff}))));

    assertThat(text(plain.jetStreamManagement().getMessage("WB_LEDGER", 1).getData()))
        .isEqualTo(
            "{\"tenant\":\"acme\",\"kind\":\"handoff\",\"id\":\"m\",\"attempt\":1,\"type\":\"sent\","
                + "\"state\":\"SENT\",\"rank\":1,\"standing\":0,\"at\":\"2030-01-01T12:00:00Z\","
                + "\"data\":\"grüße\"}");
    assertThat(text(plain.jetStreamManagement().getMessage("WB_LEDGER", 2).getData()))
        .contains("\"data_base64\":\"/w==\"");
  }

  @Test
  void any_client_can_read_blobs_as_objects() throws Exception {
    byte[] content = "content ".repeat(50_000).getBytes(StandardCharsets.UTF_8);
    NatsBlobStore blobs = new NatsBlobStore(link);
    blobs.put("acme", "jobs/1", content);
    ByteArrayOutputStream read = new ByteArrayOutputStream();

    ObjectInfo info = plain.objectStore("wb_blobs").get("acme/jobs/1", read);

    assertThat(read.toByteArray()).isEqualTo(content);
    assertThat(info.getSize()).isEqualTo(content.length);
    blobs.delete("acme", "jobs/1");
    assertThat(
            plain
                .jetStreamManagement()
                .getStreamInfo("OBJ_wb_blobs")
                .getStreamState()
                .getMsgCount())
        .isZero();
  }

  @Test
  void the_keeper_completes_facts_whose_writer_died() {
    log.append(List.of(fact("acme", "handoff", "m", "sent", 1, "a")));
    LedgerKey key = new LedgerKey("acme", "handoff", "m");
    assertThat(ledger.latest(List.of(key))).isEmpty();

    try (LatestKeeper keeper = new LatestKeeper(link, states)) {
      assertThat(keeper.keepUp()).isEqualTo(1);
      assertThat(keeper.keepUp()).isZero();
    }

    assertThat(ledger.latest(List.of(key))).extracting(Fact.Latest::state).containsExactly("SENT");
  }

  @Test
  @Seed("S2.32")
  void the_consumer_of_the_keeper_is_durable_and_repeats_what_is_not_acknowledged()
      throws Exception {
    try (LatestKeeper _ = new LatestKeeper(link, states)) {
      ConsumerConfiguration keeper =
          plain
              .jetStreamManagement()
              .getConsumerInfo(LedgerSubjects.STREAM, LatestKeeper.CONSUMER)
              .getConsumerConfiguration();
      assertThat(keeper.getDurable()).isEqualTo("latest_keeper");
      assertThat(keeper.getAckPolicy()).isEqualTo(AckPolicy.Explicit);
      assertThat(keeper.getAckWait()).isEqualTo(Duration.ofSeconds(30));
      assertThat(keeper.getMaxDeliver()).isEqualTo(-1);
    }
  }

  @Test
  void recording_a_fact_again_completes_its_state() {
    Fact fact = fact("acme", "handoff", "m", "sent", 1, "a");
    log.append(List.of(fact));

    assertThat(ledger.record(List.of(fact))).containsExactly(Ledger.Answer.DUPLICATE);

    assertThat(ledger.latest(List.of(fact.key()))).hasSize(1);
  }

  @Test
  void the_writer_of_a_fact_learns_that_it_was_applied_by_another_server() {
    var stored = log.append(List.of(fact("acme", "handoff", "m", "sent", 1, "a")));
    Fact.Recorded mine = stored.getFirst().recorded();
    states.move(List.of(mine));
    ledger.record(List.of(fact("acme", "handoff", "m", "later", 9, "b")));

    assertThat(states.move(List.of(mine))).containsExactly(mine.position());
  }

  @Test
  void a_gap_in_the_stream_does_not_end_the_tail() throws Exception {
    ledger.record(
        List.of(
            fact("acme", "handoff", "a", "sent", 1, "a"),
            fact("acme", "handoff", "b", "sent", 1, "b"),
            fact("acme", "handoff", "c", "sent", 1, "c")));
    plain.jetStreamManagement().deleteMessage("WB_LEDGER", 1);
    plain.jetStreamManagement().deleteMessage("WB_LEDGER", 2);

    assertThat(ledger.tail(0, 1)).extracting(Fact.Recorded::position).containsExactly(3L);
  }

  @Test
  void facts_in_a_ledger_that_was_replaced_move_states() throws Exception {
    try (LatestKeeper _ = new LatestKeeper(link, states)) {
      plain.jetStreamManagement().deleteStream(LedgerSubjects.STREAM);
      NatsLayout.streams().forEach(link::ensureStream);
      Fact fact = fact("acme", "handoff", "m-1", "message.sent", 100, "");
      log.append(List.of(fact));
      eventually(() -> assertThat(states.find(List.of(fact.key()))).hasSize(1));
    }
  }

  @Test
  void a_ledger_that_is_gone_or_was_replaced_is_reported_once_with_what_to_do() throws Exception {
    LedgerWatch watch = new LedgerWatch(link);
    ledger.record(List.of(fact("acme", "handoff", "m-1", "message.sent", 100, "")));
    assertThat(watch.trouble()).isEmpty();
    plain.jetStreamManagement().deleteStream(LedgerSubjects.STREAM);
    assertThat(watch.trouble().orElseThrow()).contains("is gone", "waybill provision");
    assertThat(watch.trouble()).isEmpty();
    NatsLayout.streams().forEach(link::ensureStream);
    assertThat(watch.trouble().orElseThrow()).contains("was replaced", "waybill catalog rebuild");
    assertThat(watch.trouble()).isEmpty();
  }

  @Test
  void a_ledger_that_has_lost_facts_is_reported() {
    LedgerWatch watch = new LedgerWatch(link);
    LostTail.of(server)
        .during(
            () -> {
              ledger.record(List.of(fact("acme", "handoff", "m-1", "message.sent", 100, "")));
              assertThat(watch.trouble()).isEmpty();
            });
    assertThat(watch.trouble().orElseThrow()).contains("has lost facts");
  }

  private static Fact fact(
      String tenant, String kind, String id, String type, int rank, String data) {
    String state = type.replace("message.", "").toUpperCase(java.util.Locale.ROOT);
    return Fact.of(new LedgerKey(tenant, kind, id), 1, type, NOON, Payload.of(data))
        .withState(state)
        .withRank(rank, 0);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
