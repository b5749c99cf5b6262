package dev.waybill.messages.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBlobs;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ProviderOrderTest {

  private static final int INTERLEAVINGS = 100_000;
  private static final List<MessageEventType> REPORTS =
      Arrays.stream(MessageEventType.values()).filter(type -> type.provider().isPresent()).toList();

  private final Ledger ledger = new ModelLedger();
  private final MessageFacts facts =
      new MessageFacts(
          new MessageFacts.Ports(
              ledger, new ModelBlobs(), new ContentKeys(ledger), new ManualClock()),
          "default");

  @Test
  @Seed({"S2.6", "S2.10", "S2.11"})
  void no_order_of_reports_takes_the_state_of_the_provider_back() {
    Random random = new Random(17);
    for (int i = 0; i < INTERLEAVINGS; i++) {
      String id = "m" + i;
      int rank = -1;
      int precedence = -1;
      for (MessageEventType report : shuffled(random)) {
        Instant at = ManualClock.START.plusSeconds(random.nextInt(5));
        ledger.record(List.of(facts.fact(id, 1, report, at, Map.of())));
        ProviderState state = state(id);
        assertThat(state.rank()).as(id).isGreaterThanOrEqualTo(rank);
        if (state.rank() == rank) {
          assertThat(state.precedence()).as(id).isGreaterThanOrEqualTo(precedence);
        }
        rank = state.rank();
        precedence = state.precedence();
      }
    }
  }

  @Test
  void a_complaint_after_delivered_is_applied_and_the_reverse_is_not() {
    Instant later = ManualClock.START.plusSeconds(60);
    facts.record(facts.fact("a", 1, MessageEventType.PROVIDER_DELIVERED, later, Map.of()));
    facts.record(
        facts.fact("a", 1, MessageEventType.PROVIDER_COMPLAINT, ManualClock.START, Map.of()));
    assertThat(state("a")).isEqualTo(ProviderState.COMPLAINT);
    facts.record(
        facts.fact("b", 1, MessageEventType.PROVIDER_COMPLAINT, ManualClock.START, Map.of()));
    facts.record(facts.fact("b", 1, MessageEventType.PROVIDER_DELIVERED, later, Map.of()));
    assertThat(state("b")).isEqualTo(ProviderState.COMPLAINT);
  }

  @Test
  void a_late_report_of_an_earlier_attempt_is_kept_but_does_not_count() {
    facts.record(
        facts.fact("a", 2, MessageEventType.PROVIDER_ACCEPTED, ManualClock.START, Map.of()));
    List<Ledger.Answer> answers =
        facts.record(
            facts.fact("a", 1, MessageEventType.PROVIDER_BOUNCED, ManualClock.START, Map.of()));
    assertThat(answers).containsExactly(Ledger.Answer.STALE);
    assertThat(state("a")).isEqualTo(ProviderState.ACCEPTED);
  }

  private static List<MessageEventType> shuffled(Random random) {
    List<MessageEventType> reports = new ArrayList<>(REPORTS);
    Collections.shuffle(reports, random);
    return reports.subList(0, 1 + random.nextInt(4));
  }

  private ProviderState state(String id) {
    Fact.Latest latest =
        ledger.latest(List.of(new LedgerKey("default", Retention.PROVIDER, id))).getFirst();
    return ProviderState.of(latest.state());
  }
}
