package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.Engine;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.LookupResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.provider.Sent;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ProviderChecksTest {

  private static final int BATCH = 10;

  private final ManualClock clock = new ManualClock();
  private final Settings settings = Settings.DEFAULT.withClock(clock).withMaintenanceEvery(null);
  private final ModelBackend backend = new ModelBackend(settings);
  private final Engine waybill = EngineOpener.over(backend, settings);
  private final MessageFacts facts =
      new MessageFacts(
          new MessageFacts.Ports(
              backend.ledger(), backend.blobs(), new ContentKeys(backend.ledger()), clock),
          Waybill.DEFAULT_TENANT);
  private final Polled provider = new Polled();
  private final ProviderChecks checks = new ProviderChecks(waybill, facts, provider);

  /// Reports that messages are delivered, and remembers what it was asked.
  private final class Polled implements MessageProvider {
    private final List<List<String>> asked = new ArrayList<>();
    private Set<String> delivered = Set.of();
    private Map<String, LookupResult> failures = Map.of();
    private Duration wait = Duration.ZERO;

    @Override
    public String key() {
      return "polled";
    }

    @Override
    public ProviderTraits traits() {
      return new ProviderTraits(Set.of("email"), false, true, BATCH, false);
    }

    @Override
    public HandoffResult send(OutgoingMessage message) {
      throw new AssertionError("nothing is sent here");
    }

    @Override
    public Duration checkWait() {
      return wait;
    }

    @Override
    public Map<String, LookupResult> check(List<String> ids) {
      asked.add(ids);
      Map<String, LookupResult> results = new HashMap<>(failures);
      ids.stream()
          .filter(delivered::contains)
          .forEach(id -> results.put(id, new LookupResult.Reported(List.of(delivered(id)))));
      return results;
    }

    private ProviderReport delivered(String id) {
      return new ProviderReport(id, MessageEventType.PROVIDER_DELIVERED, clock.instant(), Map.of());
    }
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  @Seed("S2.20")
  void many_messages_are_looked_up_in_one_call_until_they_have_a_final_state() {
    accepted("a", "b", "c");
    provider.delivered = Set.of("id-b");
    List<Outcome> outcomes = round();
    assertThat(provider.asked).hasSize(1);
    assertThat(provider.asked.getFirst()).containsExactlyInAnyOrder("id-a", "id-b", "id-c");
    assertThat(outcomes).filteredOn(Outcome.Done.class::isInstance).hasSize(1);
    assertThat(facts.provider("b").orElseThrow().state()).isEqualTo("delivered");
    assertThat(facts.provider("a").orElseThrow().state()).isEqualTo("accepted");
  }

  @Test
  @Seed("S2.20")
  void the_pauses_between_lookups_grow_to_two_hours() {
    accepted("a");
    List<Duration> pauses = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Outcome.Snooze snooze = (Outcome.Snooze) round().getFirst();
      pauses.add(snooze.delay());
      clock.advance(snooze.delay());
    }
    assertThat(CheckJob.pause(0)).isEqualTo(Duration.ofSeconds(30));
    assertThat(pauses)
        .containsExactly(
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(2),
            Duration.ofHours(2));
  }

  @Test
  @Seed("S2.20")
  void a_message_without_a_final_report_times_out() {
    accepted("a");
    clock.advance(ProviderChecks.REPORT_TIME);
    assertThat(round()).singleElement().isInstanceOf(Outcome.Done.class);
    assertThat(facts.provider("a").orElseThrow().state()).isEqualTo("timed_out");
  }

  @Test
  @Seed("S2.19")
  void a_report_by_webhook_ends_the_lookups() {
    accepted("a");
    facts.record(facts.event("a", 1, MessageEventType.PROVIDER_BOUNCED, Map.of()));
    assertThat(round()).singleElement().isInstanceOf(Outcome.Done.class);
    assertThat(provider.asked).isEmpty();
  }

  @Test
  @Seed("S2.20")
  void a_lookup_that_fails_is_repeated_when_it_can_be_and_does_not_affect_the_others() {
    accepted("a", "b", "c", "d");
    provider.delivered = Set.of("id-a");
    provider.failures =
        Map.of(
            "id-b", new LookupResult.Unavailable("busy", Duration.ofSeconds(90)),
            "id-c", new LookupResult.Unavailable("denied", null));
    assertThat(round())
        .containsExactlyInAnyOrder(
            Outcome.done(),
            Outcome.snooze(Duration.ofSeconds(90)),
            Outcome.snooze(CheckJob.pause(1)),
            Outcome.snooze(CheckJob.pause(1)));
  }

  @Test
  void failing_lookups_end_when_the_time_is_over() {
    accepted("a");
    provider.failures = Map.of("id-a", new LookupResult.Unavailable("down", Duration.ofHours(1)));
    clock.advance(ProviderChecks.REPORT_TIME);
    assertThat(round()).containsExactly(Outcome.done());
    assertThat(facts.provider("a").orElseThrow().state()).isEqualTo("timed_out");
  }

  @Test
  void nothing_is_asked_while_the_provider_must_wait() {
    accepted("a");
    provider.wait = Duration.ofSeconds(1);
    assertThat(checks.round()).isFalse();
    assertThat(provider.asked).isEmpty();
    provider.wait = Duration.ZERO;
    checks.round();
    assertThat(provider.asked).hasSize(1);
  }

  @Test
  @Seed("S2.20")
  void twenty_due_checks_are_one_request_to_a_vendor_that_can_be_asked_for_many() throws Exception {
    try (Endpoint vendor = new Endpoint()) {
      vendor.answers(
          200,
          """
          {"messages":[{"msg_id":"id-m7.filter-0","status":"delivered",
                        "last_event_time":"2030-01-01T00:00:21Z"}]}\
          """);
      MessageProvider sendGrid =
          Sent.provider(
              "sendgrid:?key=SG.key&from=news@example.org&url=" + Sent.encoded(vendor.address()),
              clock);
      String[] ids = IntStream.range(0, 20).mapToObj(i -> "m" + i).toArray(String[]::new);
      acceptedBy(sendGrid, ids);
      ProviderChecks polling = new ProviderChecks(waybill, facts, sendGrid);
      assertThat(polling.round()).isFalse();
      assertThat(vendor.asked()).hasSize(1);
      assertThat(facts.provider("m7").orElseThrow().state()).isEqualTo("delivered");
      assertThat(facts.provider("m8").orElseThrow().state()).isEqualTo("accepted");
      assertThat(waybill.stats(CheckJob.queue(sendGrid.key())).waiting()).isZero();
    }
  }

  private void accepted(String... ids) {
    acceptedBy(provider, ids);
  }

  private void acceptedBy(MessageProvider by, String... ids) {
    for (String id : ids) {
      facts.record(facts.event(id, 1, MessageEventType.PROVIDER_ACCEPTED, Map.of()));
      waybill
          .forServices()
          .enqueue(new CheckJob(id, 1, "id-" + id).job(by.key(), ProviderChecks.firstDelay(by)));
    }
    clock.advance(CheckJob.pause(0));
  }

  private List<Outcome> round() {
    List<Lease> leases =
        waybill.lease(LeaseRequest.of(CheckJob.queue("polled"), "test").withMax(BATCH));
    List<Settlement> settlements = checks.check(leases);
    waybill.settle(settlements);
    return settlements.stream().map(Settlement::outcome).toList();
  }
}
