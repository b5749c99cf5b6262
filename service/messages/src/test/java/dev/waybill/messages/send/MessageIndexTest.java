package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.OutOfOrder;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.conformance.model.ModelBlobs;
import dev.waybill.conformance.model.ModelCatalog;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.ForwardingBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MessageIndexTest {

  private static final String TENANT = "acme";
  private static final List<MessageEventType> EVENTS =
      List.of(
          MessageEventType.MESSAGE_QUEUED,
          MessageEventType.HANDOFF_ATTEMPTED,
          MessageEventType.HANDOFF_ACCEPTED,
          MessageEventType.HANDOFF_FAILED,
          MessageEventType.PROVIDER_ACCEPTED,
          MessageEventType.PROVIDER_DELIVERED);

  private final ManualClock clock = new ManualClock();
  private final ModelLedger ledger = new ModelLedger(Settings.DEFAULT.withClock(clock));
  private final ModelCatalog live = new ModelCatalog();
  private final AtomicInteger erasures = new AtomicInteger();
  private final MessageFacts facts =
      new MessageFacts(
          new MessageFacts.Ports(ledger, new ModelBlobs(), new ContentKeys(ledger), clock), TENANT);
  private final MessageIndex index = index(live);
  private final List<String> ids = new ArrayList<>();
  private final Random random = new Random(17);

  private MessageIndex index(Catalog catalog) {
    return new MessageIndex(
        ledger,
        catalog,
        _ -> facts,
        new MessageTemplates(ledger, clock),
        erasures::incrementAndGet,
        Duration.ofSeconds(30));
  }

  @Test
  void a_list_says_that_the_index_is_being_built() {
    Map<String, NewMessage> many = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      many.put("m" + i, hello().build());
    }
    facts.create(many);
    MessageIndex slow =
        new MessageIndex(
            ledger, live, _ -> facts, new MessageTemplates(ledger, clock), () -> {}, Duration.ZERO);
    MessageSearch search = new MessageSearch(slow, live, facts);
    Page.Request all = Page.Request.first(1_000);

    Page<Message> some = search.list(MessageFilter.ALL, all);
    assertThat(some.incomplete()).isTrue();
    index.catchUp();
    Page<Message> first = search.list(MessageFilter.ALL, all);
    assertThat(first.incomplete()).isFalse();

    live.clear();
    Page<Message> second =
        search.list(MessageFilter.ALL, all.next(String.valueOf(first.nextCursor())));
    assertThat(second.incomplete()).isTrue();
  }

  @Test
  @Seed({"S2.7", "S2.21", "S2.22"})
  void an_index_that_is_rebuilt_is_the_same_as_one_that_followed_every_step() {
    happen(2_000);
    ModelCatalog rebuilt = new ModelCatalog();
    index(rebuilt).catchUp();

    assertThat(entries(live)).hasSize(ids.size()).isEqualTo(entries(rebuilt));
    assertThat(entries(live).values()).allSatisfy(this::assertThatItSaysWhatTheLedgerSays);
    assertThat(erasures.get()).isPositive();
  }

  @Test
  @Seed("S2.24")
  void facts_that_are_indexed_again_change_nothing() {
    happen(500);
    Map<String, Catalog.Entry> before = entries(live);
    String end = live.position(MessageIndex.FEED);

    live.advance(new Catalog.Advance(MessageIndex.FEED, end, "", List.of(), List.of()));
    index.catchUp();

    assertThat(entries(live)).isEqualTo(before);
    assertThat(live.position(MessageIndex.FEED)).isEqualTo(end);
  }

  @Test
  void an_event_that_says_nothing_new_writes_nothing() {
    String id = create();
    index.catchUp();
    Catalog.Entry before = entries(live).get(id);
    String position = live.position(MessageIndex.FEED);
    clock.advance(Duration.ofSeconds(-1));
    facts.record(facts.event(id, 1, MessageEventType.PROVIDER_OPENED, Map.of()));

    MessageBatch batch = new MessageBatch();
    ledger.tail(Long.parseLong(position), 10).forEach(one -> batch.add(one.fact()));
    Catalog.Advance step = batch.advance(live, (_, _) -> failing(), position, "end");

    assertThat(step.saved()).isEmpty();
    assertThat(step.changed()).isEmpty();
    assertThat(entries(live)).containsEntry(id, before);
  }

  private static Optional<MessageEntry> failing() {
    throw new AssertionError("the content of a known message need not be read");
  }

  @Test
  @Seed({"S2.8", "S2.21"})
  void an_outage_of_the_index_stops_no_message_and_the_index_catches_up() {
    ModelBackend good = new ModelBackend(Settings.DEFAULT);
    OutOfOrder broken = new OutOfOrder(good.catalog());
    ForwardingBackend backend =
        new ForwardingBackend(good) {
          @Override
          public Catalog catalog() {
            return broken;
          }
        };
    try (Waybill waybill = EngineOpener.over(backend, Settings.DEFAULT)) {
      String id = waybill.messages().send(hello().build()).messageId();
      eventually(() -> assertThat(state(waybill, id)).isEqualTo("handed_off"));
      assertThatThrownBy(() -> waybill.messages().list(MessageFilter.ALL, Page.Request.FIRST))
          .isInstanceOf(WaybillException.class);

      broken.repair();

      assertThat(waybill.messages().list(MessageFilter.ALL, Page.Request.FIRST).items())
          .extracting(Message::id)
          .containsExactly(id);
    }
  }

  private static @Nullable String state(Waybill waybill, String id) {
    return waybill.messages().find(id).map(message -> message.handoff().state()).orElse(null);
  }

  /// Creates messages, records events of any order and attempt, erases some, and indexes now and
  /// then.
  private void happen(int steps) {
    create();
    for (int i = 0; i < steps; i++) {
      clock.advance(Duration.ofMillis(random.nextInt(3)));
      switch (random.nextInt(10)) {
        case 0 -> create();
        case 1 -> index.step();
        case 2 -> erase(i % 5 == 0);
        default -> event();
      }
    }
    index.catchUp();
  }

  private String create() {
    String id = "m" + ids.size();
    facts.create(Map.of(id, hello().subject("Subject " + ids.size()).tags("t" + id).build()));
    ids.add(id);
    return id;
  }

  private static NewMessage.Builder hello() {
    return NewMessage.builder("email", "ada@example.org").text("Lunch is ready").campaign("c1");
  }

  /// A provider reports only on attempts that exist.
  private void event() {
    String id = any();
    MessageEventType type = EVENTS.get(random.nextInt(EVENTS.size()));
    int last = facts.find(id).orElseThrow().progress().attempts().size();
    int attempt = 1 + random.nextInt(type.handoff().isPresent() ? last + 1 : last);
    facts.record(facts.event(id, attempt, type, details(attempt)));
  }

  private Map<String, String> details(int attempt) {
    String provider = "p" + random.nextInt(3);
    return switch (random.nextInt(3)) {
      case 0 -> EventDetails.of(EventDetails.PROVIDER_KEY, provider);
      case 1 ->
          EventDetails.of(
              EventDetails.PROVIDER_KEY,
              provider,
              EventDetails.PROVIDER_MSG_ID,
              provider + "-" + attempt);
      default -> Map.of();
    };
  }

  private void erase(boolean now) {
    String id = any();
    facts.record(facts.event(id, 1, MessageEventType.MESSAGE_ERASED, Map.of()));
    facts.destroyContent(id);
    if (now) {
      index.erase(List.of(new Catalog.EntryKey(TENANT, MessageIndex.FEED, id)));
    }
  }

  private String any() {
    return ids.get(random.nextInt(ids.size()));
  }

  private void assertThatItSaysWhatTheLedgerSays(Catalog.Entry entry) {
    RecordedMessage message = facts.find(entry.key().id()).orElseThrow();
    MessageAttempt last = message.progress().attempts().getLast();
    MessageAttempt.Provider provider = last.provider();
    assertThat(entry.at()).isEqualTo(message.createdAt());
    assertThat(entry.fields())
        .containsEntry("channel", "email")
        .isEqualTo(withProvider(entry.fields(), provider));
    assertThat(entry.text().isEmpty()).isEqualTo(message.request() == null);
    assertThat(entry.fields().containsKey("recipient")).isEqualTo(message.request() != null);
    assertThat(entry.details())
        .containsEntry(
            MessageEntry.LAST_EVENT_AT,
            message.progress().events().stream()
                .map(event -> event.at())
                .max(Comparator.naturalOrder())
                .orElseThrow()
                .toString());
  }

  private static Map<String, String> withProvider(
      Map<String, String> fields, MessageAttempt.@Nullable Provider provider) {
    Map<String, String> expected = new HashMap<>(fields);
    expected.remove("provider_key");
    expected.remove("provider_msg_id");
    if (provider != null) {
      expected.put("provider_key", provider.key());
      if (provider.messageId() != null) {
        expected.put("provider_msg_id", provider.messageId());
      }
    }
    return expected;
  }

  private static Map<String, Catalog.Entry> entries(Catalog catalog) {
    Map<String, Catalog.Entry> all = new HashMap<>();
    catalog
        .search(new Catalog.Search(TENANT, MessageIndex.FEED, Map.of(), null, 1_000, null))
        .items()
        .forEach(entry -> all.put(entry.key().id(), entry));
    return all;
  }
}
