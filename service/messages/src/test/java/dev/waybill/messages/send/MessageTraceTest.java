package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.base.WorkContext;
import dev.waybill.conformance.Seed;
import dev.waybill.message.HandoffState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What belongs to a message can be found by its IDs: events, log entries, calls and jobs.
final class MessageTraceTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String TRACEPARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
  private static final Logger LOGGER = Logger.getLogger("dev.waybill.messages");

  private final Queue<Map<String, String>> logged = new ConcurrentLinkedQueue<>();
  private final Handler log = new IdsOfEntries();
  private @TempDir Path folder;
  private Endpoint endpoint;
  private Waybill waybill;

  private final class IdsOfEntries extends Handler {

    @Override
    public void publish(LogRecord entry) {
      logged.add(WorkContext.current().ids());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void open() throws IOException {
    endpoint = new Endpoint();
    String url = URLEncoder.encode(endpoint.address().toString(), StandardCharsets.UTF_8);
    waybill =
        Waybill.open(
            folder,
            Settings.DEFAULT.withServiceSetting(
                MessagesProvider.PROVIDERS, "chat=slack:?url=" + url));
    LOGGER.setLevel(Level.FINE);
    LOGGER.addHandler(log);
  }

  @AfterEach
  void close() {
    LOGGER.removeHandler(log);
    LOGGER.setLevel(null);
    waybill.close();
    endpoint.close();
  }

  @Test
  @Seed("S2.30")
  void the_trace_of_the_caller_reaches_the_provider() {
    handedOff();
    assertThat(endpoint.asked().getFirst().headers().get("traceparent")).contains(TRACE);
  }

  @Test
  @Seed("S2.30")
  void every_event_shows_the_ids_of_its_attempt_its_provider_and_its_trace() {
    Message message = handedOff();
    String attemptId = message.attempts().getFirst().attemptId();
    assertThat(message.events())
        .extracting(MessageEvent::details)
        .allSatisfy(
            details ->
                assertThat(details)
                    .containsEntry("attempt_id", attemptId)
                    .containsEntry("provider_msg_id", attemptId)
                    .containsEntry("trace_id", TRACE));
  }

  @Test
  @Seed("S2.30")
  void every_event_is_logged_with_all_its_ids() {
    Message message = handedOff();
    eventually(() -> assertThat(loggedFor(message)).hasSameSizeAs(message.events()));
    for (MessageEvent event : message.events()) {
      assertThat(loggedFor(message))
          .anySatisfy(
              ids ->
                  assertThat(ids)
                      .containsEntry("message_id", message.id())
                      .containsEntry("attempt_no", "1")
                      .containsEntry("attempt_id", message.attempts().getFirst().attemptId())
                      .containsEntry("tenant_id", "default")
                      .containsEntry("trace_id", TRACE)
                      .containsEntry("sequence", Long.toString(event.sequence())));
    }
    assertThat(loggedFor(message))
        .filteredOn(ids -> ids.containsKey("provider_msg_id"))
        .as("HandoffAccepted and ProviderDelivered")
        .hasSize(2);
  }

  /// Other tests of this process log, too.
  private List<Map<String, String>> loggedFor(Message message) {
    return logged.stream().filter(ids -> message.id().equals(ids.get("message_id"))).toList();
  }

  @Test
  void a_timeline_has_the_message_with_its_job_for_each_of_their_ids() {
    Message message = handedOff();
    var job = waybill.list(JobFilter.ALL, Page.Request.FIRST).items().getFirst();
    eventually(
        () -> assertThat(waybill.find(job.id()).orElseThrow().state().isTerminal()).isTrue());
    Timeline timeline = waybill.timeline(message.id());
    assertThat(timeline)
        .isEqualTo(waybill.timeline(job.id().toString()))
        .isEqualTo(waybill.timeline(String.valueOf(message.correlationId())));
    assertThat(timeline.entries())
        .extracting(Timeline.Entry::kind)
        .contains(Timeline.Kind.JOB, Timeline.Kind.ATTEMPT, Timeline.Kind.END);
    assertThat(timeline.entries())
        .filteredOn(entry -> entry.kind() == Timeline.Kind.MESSAGE)
        .extracting(Timeline.Entry::text)
        .hasSameSizeAs(message.events())
        .anyMatch(text -> text.contains("HandoffAccepted"));
    assertThat(timeline.entries())
        .isSortedAccordingTo(java.util.Comparator.comparing(Timeline.Entry::at));
  }

  @Test
  void the_timeline_of_a_message_does_not_need_its_job() {
    Message message = handedOff();
    var job = waybill.list(JobFilter.ALL, Page.Request.FIRST).items().getFirst();
    eventually(
        () -> assertThat(waybill.find(job.id()).orElseThrow().state().isTerminal()).isTrue());
    waybill.delete(job.id());
    assertThat(waybill.timeline(message.id()).entries())
        .hasSameSizeAs(message.events())
        .allMatch(entry -> entry.kind() == Timeline.Kind.MESSAGE);
    assertThat(waybill.timeline("nothing").entries()).isEmpty();
  }

  private Message handedOff() {
    String id =
        waybill
            .messages()
            .send(NewMessage.builder("chat", "ops").text("Hello").traceContext(TRACEPARENT).build())
            .messageId();
    eventually(
        () ->
            assertThat(waybill.messages().find(id).orElseThrow())
                .extracting(found -> found.handoff().state(), found -> found.provider().state())
                .containsExactly(HandoffState.HANDED_OFF.word(), "delivered"));
    return waybill.messages().find(id).orElseThrow();
  }
}
