package dev.waybill.messages.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.ProviderReports;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WebhookReceiverTest {

  private static final ProviderReports.Handoff HANDOFF =
      new ProviderReports.Handoff("acme", "m-1", 1, "mail", "p-1");

  private final ManualClock clock = new ManualClock();
  private final ModelBackend backend = new ModelBackend(Settings.DEFAULT.withClock(clock));
  private final MessageFacts.Ports ports =
      new MessageFacts.Ports(
          backend.ledger(), backend.blobs(), new ContentKeys(backend.ledger()), clock);
  private final MessageFacts facts = new MessageFacts(ports, "acme");
  private final ProviderReports reports = new ProviderReports(ports);
  private WebhookResult next = new WebhookResult.NotGenuine("not set");

  @BeforeEach
  void create() {
    NewMessage message =
        NewMessage.builder("email", "ada@example.org").body(MessageBody.ofText("Hello")).build();
    facts.create(Map.of("m-1", message));
  }

  @Test
  @Seed("S2.19")
  void a_report_moves_the_state_of_the_message() throws Exception {
    facts.record(reports.expected(HANDOFF));
    assertThat(receive(MessageEventType.PROVIDER_DELIVERED))
        .isEqualTo(WebhookReceiver.Answer.RECORDED);
    assertThat(state()).isEqualTo(ProviderState.DELIVERED.word());
  }

  @Test
  void a_report_that_comes_again_is_recorded_once() throws Exception {
    facts.record(reports.expected(HANDOFF));
    for (int i = 0; i < 3; i++) {
      receive(MessageEventType.PROVIDER_DELIVERED);
      clock.advance(Duration.ofSeconds(1));
    }
    assertThat(facts.find("m-1").orElseThrow().progress().events())
        .filteredOn(event -> event.type().equals("ProviderDelivered"))
        .hasSize(1);
  }

  @Test
  void a_complaint_wins_over_delivered_in_any_order() throws Exception {
    facts.record(reports.expected(HANDOFF));
    receive(MessageEventType.PROVIDER_COMPLAINT);
    clock.advance(Duration.ofSeconds(1));
    receive(MessageEventType.PROVIDER_DELIVERED);
    assertThat(state()).isEqualTo(ProviderState.COMPLAINT.word());
  }

  @Test
  @Seed("S2.19")
  void reports_before_the_handoff_are_kept_and_applied_with_it() throws Exception {
    receive(MessageEventType.PROVIDER_ACCEPTED);
    receive(MessageEventType.PROVIDER_BOUNCED);
    assertThat(facts.latest(List.of("m-1")))
        .noneMatch(one -> one.key().kind().equals("msg.provider"));
    facts.record(reports.expected(HANDOFF));
    reports.applyEarly(HANDOFF);
    assertThat(state()).isEqualTo(ProviderState.BOUNCED.word());
  }

  @Test
  void a_report_of_another_provider_with_the_same_id_is_not_mixed_up() throws Exception {
    facts.record(reports.expected(new ProviderReports.Handoff("acme", "m-1", 1, "other", "p-1")));
    receive(MessageEventType.PROVIDER_BOUNCED);
    assertThat(facts.latest(List.of("m-1")))
        .noneMatch(one -> one.key().kind().equals("msg.provider"));
  }

  @Test
  void the_time_of_an_event_is_never_in_the_future_nor_expired() throws Exception {
    facts.record(reports.expected(HANDOFF));
    next =
        new WebhookResult.Genuine(
            List.of(
                report(MessageEventType.PROVIDER_DELIVERED, Duration.ofDays(3)),
                report(MessageEventType.PROVIDER_OPENED, Duration.ofDays(-9_000))));
    receive("{}");
    assertThat(facts.find("m-1").orElseThrow().progress().events())
        .filteredOn(event -> event.type().startsWith("Provider"))
        .hasSize(2)
        .allSatisfy(event -> assertThat(event.at()).isEqualTo(clock.instant()));
  }

  @Test
  void a_call_that_is_not_genuine_records_nothing() throws Exception {
    facts.record(reports.expected(HANDOFF));
    assertThat(receive("{}")).isEqualTo(WebhookReceiver.Answer.NOT_GENUINE);
    assertThat(facts.latest(List.of("m-1")))
        .noneMatch(one -> one.key().kind().equals("msg.provider"));
  }

  @Test
  void a_provider_without_webhooks_is_unknown() throws Exception {
    assertThat(receiver().receive("other", request("{}")))
        .isEqualTo(WebhookReceiver.Answer.UNKNOWN_PROVIDER);
    assertThat(receiver().receive("silent", request("{}")))
        .isEqualTo(WebhookReceiver.Answer.UNKNOWN_PROVIDER);
  }

  @Test
  void a_token_is_good_for_one_body() throws Exception {
    next = new WebhookResult.Genuine(List.of(), "token-1");
    assertThat(receive("{}")).isEqualTo(WebhookReceiver.Answer.RECORDED);
    assertThat(receive("{}")).isEqualTo(WebhookReceiver.Answer.RECORDED);
    assertThat(receive("{\"other\":1}")).isEqualTo(WebhookReceiver.Answer.NOT_GENUINE);
    next = new WebhookResult.Genuine(List.of(), "token-2");
    assertThat(receive("{\"other\":1}")).isEqualTo(WebhookReceiver.Answer.RECORDED);
  }

  private String state() {
    return facts.latest(List.of("m-1")).stream()
        .filter(one -> one.key().kind().equals("msg.provider"))
        .findFirst()
        .orElseThrow()
        .state();
  }

  private WebhookReceiver.Answer receive(MessageEventType type) throws InterruptedException {
    next = new WebhookResult.Genuine(List.of(report(type, Duration.ZERO)));
    return receive("{}");
  }

  private ProviderReport report(MessageEventType type, Duration from) {
    return new ProviderReport("p-1", type, clock.instant().plus(from), Map.of());
  }

  private WebhookReceiver.Answer receive(String body) throws InterruptedException {
    return receiver().receive("mail", request(body));
  }

  private static WebhookRequest request(String body) {
    return new WebhookRequest(Map.of(), "", Payload.of(body));
  }

  private WebhookReceiver receiver() {
    return new WebhookReceiver(
        List.of(provider("mail", (_, _) -> next), provider("silent", null)),
        reports,
        backend.ledger(),
        clock);
  }

  private static MessageProvider provider(String key, @Nullable WebhookReader reader) {
    return new MessageProvider() {
      @Override
      public String key() {
        return key;
      }

      @Override
      public ProviderTraits traits() {
        return new ProviderTraits(Set.of("email"), true, true);
      }

      @Override
      public HandoffResult send(OutgoingMessage message) {
        return new HandoffResult.Accepted("p-1", ProviderState.ACCEPTED);
      }

      @Override
      public Optional<WebhookReader> webhooks() {
        return Optional.ofNullable(reader);
      }
    };
  }
}
