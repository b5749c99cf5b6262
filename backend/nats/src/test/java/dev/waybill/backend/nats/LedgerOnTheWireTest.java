package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.api.ObjectInfo;
import io.nats.client.api.StreamInfoOptions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What others see who know nothing of Waybill: a plain client on the same NATS.
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
    log = new FactLog(link);
    states = new LatestStates(link);
    ledger = new NatsLedger(log, states);
  }

  @AfterEach
  void close() throws Exception {
    plain.close();
    link.close();
    server.close();
  }

  @Test
  void the_latest_state_is_a_readable_value_under_handoff_and_the_id() throws Exception {
    ledger.record(
        List.of(
            fact("default", "handoff/m-1", "message.sent", 100, "{\"provider_msg_id\":\"p7\"}")));

    assertThat(text(plain.keyValue("latest").get("handoff.m-1").getValue()))
        .isEqualTo(
            "{\"state\":\"SENT\",\"rank\":100,\"standing\":0,\"version\":1,\"attempt\":1,"
                + "\"at\":\"2030-01-01T12:00:00Z\",\"provider_msg_id\":\"p7\",\"moved_by\":[1]}");
  }

  @Test
  void the_id_of_the_provider_stays_while_the_attempt_goes_on() throws Exception {
    ledger.record(
        List.of(
            fact("default", "provider/m", "accepted", 10, "{\"provider_msg_id\":\"p7\"}"),
            fact("default", "provider/m", "delivered", 100, "{}")));

    assertThat(text(plain.keyValue("latest").get("provider.m").getValue()))
        .contains("\"rank\":100", "\"provider_msg_id\":\"p7\"");
  }

  @Test
  void facts_are_filtered_by_kind_tenant_type_and_id() throws Exception {
    ledger.record(
        List.of(
            fact("acme", "handoff/m.1", "message.sent", 1, "a"),
            fact("acme", "provider/m.1", "delivered", 1, "b"),
            fact("other", "commands/c", "send", 1, "c"),
            fact("acme", "audit", "action:7", 1, "d")));

    var subjects =
        plain
            .jetStreamManagement()
            .getStreamInfo("WB_LEDGER", StreamInfoOptions.allSubjects())
            .getStreamState()
            .getSubjects();
    assertThat(subjects)
        .extracting("name")
        .containsExactlyInAnyOrder(
            "msg.handoff.acme.1.message=2esent.m=2e1",
            "msg.provider.acme.1.delivered.m=2e1",
            "msg.commands.other.1.send.c",
            "wb.fact.acme.1.action=3a7.audit");
    assertThat(plain.keyValue("latest").keys())
        .containsExactlyInAnyOrder(
            "handoff.acme.m=2e1", "provider.acme.m=2e1", "commands.other.c", "fact.acme.audit");
  }

  @Test
  void a_fact_is_readable_text_where_its_data_is() throws Exception {
    ledger.record(
        List.of(
            fact("acme", "handoff/m", "sent", 1, "grüße"),
            withBytes(fact("acme", "handoff/m", "raw", 2, ""), (byte) 0xff)));

    assertThat(text(plain.jetStreamManagement().getMessage("WB_LEDGER", 1).getData()))
        .isEqualTo(
            "{\"tenant\":\"acme\",\"name\":\"handoff/m\",\"attempt\":1,\"type\":\"sent\","
                + "\"state\":\"SENT\",\"rank\":1,\"standing\":0,\"at\":\"2030-01-01T12:00:00Z\","
                + "\"data\":\"grüße\"}");
    assertThat(text(plain.jetStreamManagement().getMessage("WB_LEDGER", 2).getData()))
        .contains("\"data_base64\":\"/w==\"");
  }

  @Test
  void blobs_are_objects_that_any_client_reads() throws Exception {
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
  void who_dies_between_fact_and_state_is_helped_by_the_keeper() {
    log.append(List.of(fact("acme", "handoff/m", "sent", 1, "a")));
    LedgerKey key = new LedgerKey("acme", "handoff/m");
    assertThat(ledger.latest(List.of(key))).isEmpty();

    try (LatestKeeper keeper = new LatestKeeper(link, states)) {
      assertThat(keeper.keepUp()).isEqualTo(1);
      assertThat(keeper.keepUp()).isZero();
    }

    assertThat(ledger.latest(List.of(key))).extracting(Fact.Latest::state).containsExactly("SENT");
  }

  @Test
  void who_records_it_again_after_dying_finds_the_state_moved() {
    Fact fact = fact("acme", "handoff/m", "sent", 1, "a");
    log.append(List.of(fact));

    assertThat(ledger.record(List.of(fact))).containsExactly(Ledger.Answer.DUPLICATE);

    assertThat(ledger.latest(List.of(fact.key()))).hasSize(1);
  }

  @Test
  void whoever_moves_the_state_the_one_who_stored_the_fact_hears_that_it_was_applied() {
    var stored = log.append(List.of(fact("acme", "handoff/m", "sent", 1, "a")));
    Fact.Recorded mine = stored.getFirst().recorded();
    states.move(List.of(mine));
    ledger.record(List.of(fact("acme", "handoff/m", "later", 9, "b")));

    assertThat(states.move(List.of(mine))).containsExactly(mine.position());
  }

  @Test
  void a_gap_that_an_operator_made_does_not_end_the_tail() throws Exception {
    ledger.record(
        List.of(
            fact("acme", "handoff/a", "sent", 1, "a"),
            fact("acme", "handoff/b", "sent", 1, "b"),
            fact("acme", "handoff/c", "sent", 1, "c")));
    plain.jetStreamManagement().deleteMessage("WB_LEDGER", 1);
    plain.jetStreamManagement().deleteMessage("WB_LEDGER", 2);

    assertThat(ledger.tail(0, 1)).extracting(Fact.Recorded::position).containsExactly(3L);
  }

  private static Fact fact(String tenant, String name, String type, int rank, String data) {
    String state = type.replace("message.", "").toUpperCase(java.util.Locale.ROOT);
    return new Fact(new LedgerKey(tenant, name), 1, type, state, rank, 0, NOON, Payload.of(data));
  }

  private static Fact withBytes(Fact fact, byte... data) {
    return new Fact(
        fact.key(),
        fact.attempt(),
        fact.type(),
        fact.state(),
        fact.rank(),
        fact.standing(),
        fact.at(),
        Payload.of(data));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
