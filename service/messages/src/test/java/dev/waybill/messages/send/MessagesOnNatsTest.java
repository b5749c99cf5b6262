package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.conformance.Seed;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.settings.Settings;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.KeyValue;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.api.StreamState;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Messages on NATS, as a program sees them that knows NATS and the names of the subjects only.
@Timeout(180)
final class MessagesOnNatsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration MOMENT = Duration.ofSeconds(10);
  private static final String STREAM = "WB_LEDGER";

  private @TempDir Path folder;
  private NatsProcess nats;
  private Waybill waybill;
  private Connection plain;
  private ScriptedProvider.Script script;

  @BeforeEach
  void open(TestInfo info) throws Exception {
    String name = "nats/" + info.getTestMethod().orElseThrow().getName();
    script = ScriptedProvider.script(name);
    nats = new NatsProcess("-js");
    waybill =
        Waybill.open(
            URI.create(nats.url() + "?path=" + folder),
            Settings.DEFAULT.withServiceSetting(
                MessagesProvider.PROVIDERS, "mail=scripted:" + name));
    plain = Nats.connect(nats.url());
  }

  @AfterEach
  void close() throws Exception {
    plain.close();
    waybill.close();
    nats.close();
  }

  @Test
  @Seed({"S2.5", "S2.12", "S2.13"})
  void every_event_is_on_the_subject_of_its_machine_in_order() throws Exception {
    String id = sendDelivered();

    List<Message> commands = events("msg.commands", 1);
    List<Message> handoff = events("msg.handoff", 4);
    List<Message> provider = events("msg.provider", 1);

    assertThat(commands)
        .extracting(Message::getSubject)
        .containsExactly("msg.commands.default." + id + ".1.SendRequested");
    assertThat(handoff)
        .extracting(Message::getSubject)
        .containsExactly(
            "msg.handoff.default." + id + ".1.MessageCreated",
            "msg.handoff.default." + id + ".1.MessageQueued",
            "msg.handoff.default." + id + ".1.HandoffAttempted",
            "msg.handoff.default." + id + ".1.HandoffAccepted");
    assertThat(provider)
        .extracting(Message::getSubject)
        .containsExactly("msg.provider.default." + id + ".1.ProviderDelivered");
    JsonNode attempted = JSON.readTree(handoff.get(2).getData());
    assertThat(attempted.path("tenant").asString()).isEqualTo("default");
    assertThat(attempted.path("id").asString()).isEqualTo(id);
    assertThat(attempted.path("attempt").asInt()).isEqualTo(1);
    assertThat(attempted.path("type").asString()).isEqualTo("HandoffAttempted");
    assertThat(attempted.path("state").asString()).isEqualTo("sending");
    assertThat(attempted.path("data").path("provider_key").asString()).isEqualTo("mail");
    assertThat(attempted.path("data").path("attempt_id").asString())
        .isEqualTo(sha256(id + "\n1").substring(0, 32));
  }

  @Test
  @Seed("S2.14")
  void an_event_published_again_with_its_message_id_is_a_duplicate() throws Exception {
    String id = sendDelivered();

    for (Message event : events("msg.handoff", 4)) {
      String type = event.getSubject().substring(event.getSubject().lastIndexOf('.') + 1);
      String messageId = event.getHeaders().getFirst("Nats-Msg-Id");
      assertThat(messageId).isEqualTo(sha256(id + "\n1\n" + type));
      PublishAck again =
          plain
              .jetStream()
              .publish(
                  NatsMessage.builder()
                      .subject(event.getSubject())
                      .headers(new Headers().put("Nats-Msg-Id", messageId))
                      .data(event.getData())
                      .build());
      assertThat(again.isDuplicate()).isTrue();
      assertThat(again.getSeqno()).isEqualTo(event.metaData().streamSequence());
    }
  }

  @Test
  @Seed({"S2.6", "S2.15"})
  void the_bucket_has_the_latest_state_of_both_machines() throws Exception {
    String id = sendDelivered();
    KeyValue latest = plain.keyValue("latest");

    JsonNode handoff = latest(latest, "msg.handoff.default." + id, "handed_off");
    JsonNode provider = latest(latest, "msg.provider.default." + id, "delivered");

    assertThat(handoff.path("rank").asInt()).isEqualTo(100);
    assertThat(handoff.path("version").asInt()).isEqualTo(4);
    assertThat(Instant.parse(handoff.path("at").asString())).isBefore(Instant.MAX);
    assertThat(handoff.has("provider_msg_id")).isFalse();
    assertThat(provider.path("rank").asInt()).isEqualTo(100);
    assertThat(provider.path("version").asInt()).isEqualTo(1);
    assertThat(provider.path("provider_msg_id").asString()).isEqualTo("p-7");
  }

  @Test
  @Seed("S2.32")
  void another_program_consumes_the_events_with_a_durable_consumer() throws Exception {
    sendDelivered();
    JetStreamSubscription first = durable(plain);
    first.pull(1);
    Message created = first.nextMessage(MOMENT);
    created.nak();
    first.pull(1);
    Message repeated = first.nextMessage(MOMENT);
    assertThat(repeated.getSubject()).isEqualTo(created.getSubject());
    assertThat(repeated.metaData().deliveredCount()).isEqualTo(2);
    repeated.ackSync(MOMENT);
    first.unsubscribe();

    plain.close();
    plain = Nats.connect(nats.url());
    JetStreamSubscription second = durable(plain);
    second.pull(1);
    assertThat(second.nextMessage(MOMENT).getSubject()).endsWith(".MessageQueued");
  }

  private static JetStreamSubscription durable(Connection connection) throws Exception {
    ConsumerConfiguration knobs =
        ConsumerConfiguration.builder()
            .ackPolicy(AckPolicy.Explicit)
            .ackWait(Duration.ofSeconds(30))
            .maxDeliver(5)
            .maxAckPending(1)
            .build();
    return connection
        .jetStream()
        .subscribe(
            "msg.handoff.>",
            PullSubscribeOptions.builder().durable("audit").configuration(knobs).build());
  }

  @Test
  @Seed("S2.12")
  void the_check_of_a_provider_is_a_job_of_its_work_queue() throws Exception {
    String id = send();
    eventually(() -> assertThat(state(id)).isEqualTo("accepted"));
    JobFilter checks = JobFilter.ALL.withQueue("provider.check.mail");
    eventually(() -> assertThat(waybill.list(checks, Page.Request.FIRST).items()).hasSize(1));

    var job = waybill.list(checks, Page.Request.FIRST).items().getFirst();

    assertThat(plain.keyValue("wb_jobs").get("default." + job.id())).isNotNull();
  }

  @Test
  @Seed("S2.28")
  void no_stream_has_the_recipient_the_subject_or_the_body_in_plain_text() throws Exception {
    script.answers.add(new HandoffResult.Refused("bad_address", "no such mailbox"));
    String id = send();
    eventually(
        () ->
            assertThat(waybill.messages().find(id).orElseThrow().handoff().state())
                .isEqualTo("failed"));

    Map<String, List<String>> streams = new HashMap<>();
    for (String stream : plain.jetStreamManagement().getStreamNames()) {
      streams.put(stream, contents(stream));
    }

    assertThat(streams.get(STREAM)).isNotEmpty();
    assertThat(streams.get("KV_latest")).isNotEmpty();
    assertThat(streams.get("KV_wb_jobs")).isNotEmpty();
    assertThat(streams.values())
        .allSatisfy(
            all ->
                assertThat(all)
                    .noneMatch(one -> one.contains("lovelace"))
                    .noneMatch(one -> one.contains("Quarterly figures"))
                    .noneMatch(one -> one.contains("difference engine")));
  }

  private List<String> contents(String stream) throws Exception {
    JetStreamManagement management = plain.jetStreamManagement();
    StreamState state = management.getStreamInfo(stream).getStreamState();
    List<String> all = new ArrayList<>();
    for (long at = Math.max(1, state.getFirstSequence()); at <= state.getLastSequence(); at++) {
      try {
        MessageInfo found = management.getMessage(stream, at);
        byte[] data = found.getData() == null ? new byte[0] : found.getData();
        all.add(found.getSubject() + new String(data, StandardCharsets.ISO_8859_1));
      } catch (JetStreamApiException deleted) {
        assertThat(deleted.getErrorCode()).isEqualTo(404);
      }
    }
    return all;
  }

  /// The value of a key in this state. A state follows its fact, so it may be a moment later.
  private static JsonNode latest(KeyValue bucket, String key, String state) {
    eventually(() -> assertThat(value(bucket, key).path("state").asString("")).isEqualTo(state));
    return value(bucket, key);
  }

  private static JsonNode value(KeyValue bucket, String key) {
    try {
      KeyValueEntry entry = bucket.get(key);
      return entry == null ? JSON.createObjectNode() : JSON.readTree(entry.getValue());
    } catch (IOException | JetStreamApiException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  private String sendDelivered() {
    script.answers.add(new HandoffResult.Accepted("p-7", ProviderState.DELIVERED));
    String id = send();
    eventually(() -> assertThat(state(id)).isEqualTo("delivered"));
    return id;
  }

  private String send() {
    NewMessage message =
        NewMessage.builder("email", "lovelace@example.org")
            .subject("Quarterly figures")
            .text("The difference engine works.")
            .build();
    return waybill.messages().send(message).messageId();
  }

  private String state(String id) {
    return waybill.messages().find(id).orElseThrow().provider().state();
  }

  /// Reads events by subject alone, and expects no more than those.
  private List<Message> events(String subject, int count) throws Exception {
    JetStreamSubscription subscription = plain.jetStream().subscribe(subject + ".>");
    List<Message> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      found.add(subscription.nextMessage(MOMENT));
    }
    assertThat(found).doesNotContainNull();
    assertThat(found.getLast().metaData().pendingCount()).isZero();
    assertThat(found.stream().map(one -> one.metaData().streamSequence())).isSorted();
    subscription.unsubscribe();
    return found;
  }

  private static String sha256(String text) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest);
  }
}
