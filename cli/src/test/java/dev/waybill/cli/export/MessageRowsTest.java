package dev.waybill.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.settings.Settings;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class MessageRowsTest {

  private static final String TENANT = "acme";
  private static final int ATTEMPTS = 2 * Message.EVENTS;

  @Test
  void all_events_of_a_message_are_exported() {
    ModelBackend backend = new ModelBackend(Settings.DEFAULT);
    try (Waybill engine = EngineOpener.over(backend, Settings.DEFAULT)) {
      Waybill waybill = engine.tenant(TENANT);
      NewMessage message = NewMessage.builder("email", "silent@example.org").text("Hello").build();
      String id = waybill.messages().send(message).messageId();
      MessageFacts facts = facts(backend);
      for (int attempt = 2; attempt <= ATTEMPTS; attempt++) {
        facts.record(facts.event(id, attempt, MessageEventType.MESSAGE_QUEUED, Map.of()));
      }

      List<EventRow> rows = rows(waybill);

      assertThat(rows)
          .filteredOn(row -> row.type().equals(MessageEventType.MESSAGE_QUEUED.eventName()))
          .extracting(EventRow::attempt)
          .hasSize(ATTEMPTS)
          .isSorted();
      assertThat(waybill.messages().find(id).orElseThrow().events()).hasSize(Message.EVENTS);
    }
  }

  private static MessageFacts facts(ModelBackend backend) {
    MessageFacts.Ports ports =
        new MessageFacts.Ports(
            backend.ledger(),
            backend.blobs(),
            new ContentKeys(backend.ledger()),
            Settings.DEFAULT.clock());
    return new MessageFacts(ports, TENANT);
  }

  private static List<EventRow> rows(Waybill waybill) {
    List<EventRow> rows = new ArrayList<>();
    MessageRows messages =
        MessageRows.of(
            waybill.messages(), MessageFilter.ALL, new ExportRange(null, Instant.MAX), false);
    String next =
        new MessageEventRows(waybill.messages(), messages)
            .page(
                null,
                new RowSink<>() {
                  @Override
                  public void add(EventRow row) {
                    rows.add(row);
                  }

                  @Override
                  public void passed(double share) {}
                });
    assertThat(next).isNull();
    return rows;
  }

  @Test
  void an_export_waits_for_the_search_index() {
    Page<String> complete = new Page<>(List.of("all"), null);
    Deque<Page<String>> pages = new ArrayDeque<>();
    pages.add(new Page<>(List.of(), null, true));
    pages.add(new Page<>(List.of("some"), null, true));
    pages.add(complete);

    assertThat(MessageRows.complete(pages::remove)).isEqualTo(complete);
  }

  @Test
  void an_export_refuses_to_leave_out_what_is_not_indexed() {
    AtomicInteger tries = new AtomicInteger();

    assertThatThrownBy(
            () ->
                MessageRows.complete(
                    () -> new Page<>(List.of(tries.incrementAndGet()), null, true)))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.UNAVAILABLE));
    assertThat(tries.get()).isGreaterThan(1);
  }
}
