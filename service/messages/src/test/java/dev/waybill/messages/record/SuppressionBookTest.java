package dev.waybill.messages.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBlobs;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppression.Reason;
import dev.waybill.spi.Fact;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SuppressionBookTest {

  private static final String TENANT = "default";

  private final ModelLedger ledger = new ModelLedger();
  private final ManualClock clock = new ManualClock();
  private final SuppressionBook book = server();

  private SuppressionBook server() {
    return new SuppressionBook(ledger, new ContentKeys(ledger), clock);
  }

  @Test
  void a_recipient_is_found_on_its_channel_in_its_tenant_whatever_the_case() {
    Suppression ada = suppression("Ada@Example.org", null);
    book.add(TENANT, List.of(ada));
    assertThat(book.check(TENANT, "email", "ada@EXAMPLE.org")).contains(ada);
    assertThat(book.check(TENANT, "sms", "ada@example.org")).isEmpty();
    assertThat(book.check(TENANT, "email", "bob@example.org")).isEmpty();
    assertThat(book.check("other", "email", "ada@example.org")).isEmpty();
  }

  @Test
  void another_server_knows_it_within_a_second() {
    SuppressionBook other = server();
    assertThat(other.check(TENANT, "email", "ada@example.org")).isEmpty();
    book.add(TENANT, List.of(suppression("ada@example.org", null)));
    clock.advance(Duration.ofSeconds(1));
    assertThat(other.check(TENANT, "email", "ada@example.org")).isPresent();
  }

  @Test
  void an_expired_entry_does_not_count_and_is_not_listed() {
    book.add(
        TENANT, List.of(suppression("ada@example.org", clock.instant().plus(Duration.ofDays(1)))));
    assertThat(book.check(TENANT, "email", "ada@example.org")).isPresent();
    clock.advance(Duration.ofDays(1));
    assertThat(book.check(TENANT, "email", "ada@example.org")).isEmpty();
    assertThat(all(10)).isEmpty();
  }

  @Test
  void a_removed_recipient_leaves_no_address_behind() {
    book.add(TENANT, List.of(suppression("ada@example.org", null)));
    assertThat(book.remove(TENANT, "email", "ada@example.org")).isTrue();
    assertThat(book.remove(TENANT, "email", "ada@example.org")).isFalse();
    assertThat(book.check(TENANT, "email", "ada@example.org")).isEmpty();
    assertThat(all(10)).isEmpty();
    assertThat(facts("msg.suppression")).allMatch(fact -> fact.data().size() == 0);
    book.add(TENANT, List.of(suppression("ada@example.org", null)));
    assertThat(book.check(TENANT, "email", "ada@example.org")).isPresent();
  }

  @Test
  void no_fact_shows_the_address() {
    book.add(TENANT, List.of(suppression("ada@example.org", null)));
    assertThat(ledger.tail(0, 100))
        .extracting(recorded -> recorded.fact().toString() + recorded.fact().data().text())
        .noneMatch(text -> text.contains("ada"));
  }

  @Test
  void only_the_newest_fact_of_a_recipient_is_kept() {
    book.add(TENANT, List.of(suppression("ada@example.org", null)));
    Suppression newer =
        new Suppression("email", "ada@example.org", Reason.COMPLAINT, clock.instant(), null);
    book.add(TENANT, List.of(newer));
    assertThat(book.find(TENANT, "email", "ada@example.org")).contains(newer);
    assertThat(facts("msg.suppression")).hasSize(1);
  }

  @Test
  void pages_list_every_recipient_once_in_order() {
    List<Suppression> added =
        IntStream.range(0, 25).mapToObj(i -> suppression("a" + i + "@example.org", null)).toList();
    added.forEach(one -> book.add(TENANT, List.of(one)));
    for (int i = 0; i < 25; i += 2) {
      book.remove(TENANT, "email", "a" + i + "@example.org");
    }
    List<Suppression> left = added.stream().filter(one -> added.indexOf(one) % 2 == 1).toList();
    for (int limit : List.of(1, 3, 12, 100)) {
      assertThat(all(limit)).as("limit " + limit).isEqualTo(left);
    }
    assertThatThrownBy(() -> book.list(TENANT, new Page.Request(1, "x")))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_CURSOR));
  }

  @Test
  void a_report_from_before_the_removal_does_not_count() {
    Suppression reported = suppression("ada@example.org", null);
    book.report(TENANT, reported);
    clock.advance(Duration.ofMinutes(1));
    book.remove(TENANT, "email", "ada@example.org");
    book.report(TENANT, reported);
    assertThat(book.find(TENANT, "email", "ada@example.org")).isEmpty();
    clock.advance(Duration.ofMinutes(1));
    book.report(TENANT, suppression("ada@example.org", null));
    assertThat(book.find(TENANT, "email", "ada@example.org")).isPresent();
  }

  @Test
  void a_soft_bounce_and_a_report_about_an_erased_message_suppress_nobody() {
    MessageFacts facts =
        new MessageFacts(
            new MessageFacts.Ports(ledger, new ModelBlobs(), new ContentKeys(ledger), clock, book),
            TENANT);
    NewMessage hello = NewMessage.builder("email", "ada@example.org").text("Hello").build();
    facts.create(Map.of("soft", hello));
    facts.create(Map.of("erased", hello));
    facts.create(Map.of("hard", hello));
    facts.destroyContent("erased");
    bounce(facts, "soft", Map.of("bounce_type", "soft"));
    bounce(facts, "erased", Map.of());
    assertThat(book.find(TENANT, "email", "ada@example.org")).isEmpty();
    bounce(facts, "hard", Map.of("bounce_type", "hard"));
    assertThat(book.find(TENANT, "email", "ada@example.org")).isPresent();
  }

  private static void bounce(MessageFacts facts, String id, Map<String, String> details) {
    facts.record(facts.event(id, 1, MessageEventType.PROVIDER_BOUNCED, details));
  }

  private Suppression suppression(String recipient, @Nullable Instant expiresAt) {
    return new Suppression("email", recipient, Reason.HARD_BOUNCE, clock.instant(), expiresAt);
  }

  private List<Suppression> all(int limit) {
    List<Suppression> all = new ArrayList<>();
    Page.Request next = Page.Request.first(limit);
    while (true) {
      Page<Suppression> page = book.list(TENANT, next);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
      all.addAll(page.items());
      if (page.nextCursor() == null) {
        return all;
      }
      next = next.next(page.nextCursor());
    }
  }

  private List<Fact> facts(String kind) {
    return ledger.tail(0, 1_000).stream()
        .map(Fact.Recorded::fact)
        .filter(fact -> fact.key().kind().equals(kind))
        .toList();
  }
}
