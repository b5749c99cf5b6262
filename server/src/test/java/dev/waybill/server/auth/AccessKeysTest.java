package dev.waybill.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.engine.register.Register;
import dev.waybill.spi.Fact;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AccessKeysTest {

  private final ManualClock clock = new ManualClock();
  private final CountingLedger ledger = new CountingLedger(new ModelLedger());
  private final AccessKeys keys = new AccessKeys(ledger, clock);

  @Test
  void a_key_identifies_its_caller_and_scopes() {
    CreatedKey made = keys.create("acme", wanted(Scope.PRODUCE, Scope.READ));
    assertThat(made.text()).matches("wbk_[A-Za-z0-9_-]{43}");
    assertThat(enter(keys, made.text()))
        .contains(
            new Caller("acme", "key:" + made.key().id(), EnumSet.of(Scope.PRODUCE, Scope.READ)));
    assertThat(made.key().lastFour()).isEqualTo(made.text().substring(43));
  }

  @Test
  void a_record_that_cannot_be_read_does_not_hide_other_keys() {
    store("broken");
    CreatedKey made = keys.create("acme", wanted(Scope.READ));
    assertThat(enter(keys, made.text())).isPresent();
    assertThat(enter(new AccessKeys(ledger, clock), made.text())).isPresent();
  }

  @Test
  void a_revocation_that_cannot_be_read_still_revokes() {
    CreatedKey made = keys.create("acme", wanted(Scope.READ));
    store(made.key().id());
    assertThat(enter(new AccessKeys(ledger, clock), made.text())).isEmpty();
  }

  @Test
  void no_key_is_accepted_while_a_change_of_a_later_version_cannot_be_read() {
    String text = keys.create("acme", wanted(Scope.READ)).text();
    Payload later = Payload.of(new byte[] {99});
    ledger.record(List.of(Fact.of(AccessKeys.KEY, 2, "changed", clock.instant(), later)));
    clock.advance(Duration.ofSeconds(1));
    assertRefused(Code.CORRUPT, () -> enter(keys, text));
    assertRefused(Code.CORRUPT, () -> enter(keys, text));
    assertRefused(Code.CORRUPT, () -> new AccessKeys(ledger, clock));
  }

  @Test
  void a_key_is_returned_although_the_ledger_fails_after_storing_it() {
    ledger.breaksAfterRecording = true;
    CreatedKey made = keys.create("acme", wanted(Scope.READ));
    ledger.broken = false;
    clock.advance(Duration.ofSeconds(1));
    assertThat(enter(keys, made.text())).isPresent();
  }

  @Test
  void without_the_ledger_no_key_is_accepted() {
    String text = keys.create("acme", wanted(Scope.READ)).text();
    ledger.broken = true;
    assertThat(enter(keys, text)).isPresent();
    clock.advance(Duration.ofSeconds(1));
    assertRefused(Code.UNAVAILABLE, () -> enter(keys, text));
    assertRefused(Code.UNAVAILABLE, () -> enter(keys, text));
    ledger.broken = false;
    assertThat(enter(keys, text)).isPresent();
  }

  @Test
  void the_ledger_holds_a_bounded_number_of_facts_about_keys() {
    for (int i = 0; i < 500; i++) {
      keys.revoke("acme", keys.create("acme", wanted(Scope.READ)).key().id());
    }
    assertThat(ledger.history(AccessKeys.KEY, 0, 10_000)).hasSizeLessThan(500);
    assertThat(new AccessKeys(ledger, clock).list("acme")).isEqualTo(keys.list("acme"));
  }

  /// A change of a key that cannot be read.
  private void store(String id) {
    new Register<byte[]>(
            ledger,
            AccessKeys.KEY,
            new Register.Form<>(bytes -> bytes, bytes -> bytes),
            new Register.Limit("keys", 1_000, 1_000_000),
            clock)
        .change(new Register.Name("acme", id), _ -> "not JSON".getBytes(UTF_8));
  }

  @Test
  void several_keys_are_valid_at_once() {
    CreatedKey old = keys.create("acme", wanted(Scope.READ));
    CreatedKey fresh = keys.create("acme", wanted(Scope.READ));
    assertThat(enter(keys, old.text())).isPresent();
    assertThat(enter(keys, fresh.text())).isPresent();
    assertThat(keys.list("acme")).containsExactlyInAnyOrder(old.key(), fresh.key());
    assertThat(keys.list("other")).isEmpty();
  }

  @Test
  void other_texts_are_not_keys() {
    String text = keys.create("acme", wanted(Scope.READ)).text();
    String lastChanged = text.substring(0, 46) + (text.endsWith("A") ? "B" : "A");
    assertThat(enter(keys, lastChanged)).isEmpty();
    assertThat(enter(keys, text + "A")).isEmpty();
    assertThat(enter(keys, text.substring(4))).isEmpty();
    assertThat(keys.authenticate(new Credentials("Basic " + text))).isEmpty();
    assertThat(keys.authenticate(new Credentials(text))).isEmpty();
    assertThat(keys.authenticate(new Credentials(null))).isEmpty();
    assertThat(keys.authenticate(new Credentials("bearer " + text))).isPresent();
  }

  @Test
  void a_revoked_key_is_rejected_and_stays_in_the_list() {
    CreatedKey made = keys.create("acme", wanted(Scope.READ));
    AccessKey revoked = keys.revoke("acme", made.key().id());
    assertThat(revoked.revokedAt()).isEqualTo(clock.instant());
    assertThat(enter(keys, made.text())).isEmpty();
    clock.advance(Duration.ofSeconds(5));
    assertThat(keys.revoke("acme", made.key().id())).isEqualTo(revoked);
    assertThat(keys.list("acme")).containsExactly(revoked);
  }

  @Test
  void an_expired_key_is_rejected() {
    Instant end = clock.instant().plusSeconds(60);
    CreatedKey made = keys.create("acme", new NewAccessKey(Set.of(Scope.READ), "short", end));
    clock.advance(Duration.ofSeconds(59));
    assertThat(enter(keys, made.text())).isPresent();
    clock.advance(Duration.ofSeconds(1));
    assertThat(enter(keys, made.text())).isEmpty();
  }

  @Test
  void expired_keys_are_dropped_except_for_the_last_hundred() {
    for (int i = 0; i < 150; i++) {
      keys.create(
          "acme", new NewAccessKey(Set.of(Scope.READ), "brief", clock.instant().plusSeconds(1)));
      clock.advance(Duration.ofSeconds(2));
    }
    CreatedKey lasting = keys.create("acme", new NewAccessKey(Set.of(Scope.READ), "lasting", null));
    assertThat(keys.list("acme")).hasSize(101).first().isEqualTo(lasting.key());
    assertThat(new AccessKeys(ledger, clock).list("acme")).hasSize(101);
  }

  @Test
  void keys_of_other_tenants_can_be_neither_seen_nor_revoked() {
    CreatedKey made = keys.create("acme", wanted(Scope.READ));
    assertRefused(Code.NOT_FOUND, () -> keys.revoke("other", made.key().id()));
    assertRefused(Code.NOT_FOUND, () -> keys.find("other", made.key().id()));
    assertThat(enter(keys, made.text())).isPresent();
  }

  @Test
  void two_servers_on_one_ledger_agree_within_a_second() {
    AccessKeys other = new AccessKeys(ledger, clock);
    CreatedKey made = keys.create("acme", wanted(Scope.READ));
    assertThat(enter(other, made.text())).isPresent();
    keys.revoke("acme", made.key().id());
    clock.advance(Duration.ofSeconds(1));
    assertThat(enter(other, made.text())).isEmpty();
  }

  @Test
  void forged_keys_cost_one_read_of_the_store_per_second() {
    keys.create("acme", wanted(Scope.READ));
    enter(keys, KeyText.fresh());
    int before = ledger.reads.get();
    for (int i = 0; i < 1_000; i++) {
      assertThat(enter(keys, KeyText.fresh())).isEmpty();
    }
    assertThat(ledger.reads.get()).isEqualTo(before);
  }

  @Test
  void valid_keys_cost_no_read_of_the_store_within_a_second() {
    String text = keys.create("acme", wanted(Scope.READ)).text();
    int before = ledger.reads.get();
    for (int i = 0; i < 1_000; i++) {
      assertThat(enter(keys, text)).isPresent();
    }
    assertThat(ledger.reads.get()).isEqualTo(before);
  }

  @Test
  void requests_for_keys_have_limits() {
    assertRefused(Code.INVALID_NAME, () -> keys.create("waybill", wanted(Scope.READ)));
    assertRefused(Code.INVALID_NAME, () -> keys.create("no name", wanted(Scope.READ)));
    assertRefused(Code.INVALID_ARGUMENT, () -> keys.create("acme", wanted()));
    assertRefused(Code.INVALID_ARGUMENT, () -> create("", null));
    assertRefused(Code.INVALID_ARGUMENT, () -> create("two\nlines", null));
    assertRefused(Code.INVALID_ARGUMENT, () -> create("x".repeat(129), null));
    assertRefused(Code.INVALID_ARGUMENT, () -> create("past", clock.instant()));
    assertThat(keys.isUntouched()).isTrue();
  }

  @Test
  void a_tenant_has_at_most_a_hundred_valid_keys() {
    for (int i = 0; i < 100; i++) {
      keys.create("acme", wanted(Scope.READ));
    }
    assertRefused(Code.TOO_MANY_ITEMS, () -> keys.create("acme", wanted(Scope.READ)));
    keys.create("other", wanted(Scope.READ));
    keys.revoke("acme", keys.list("acme").getFirst().id());
    keys.create("acme", wanted(Scope.READ));
  }

  @Test
  void only_the_last_hundred_revoked_keys_are_kept() {
    for (int i = 0; i < 150; i++) {
      keys.revoke("acme", keys.create("acme", wanted(Scope.READ)).key().id());
    }
    assertThat(keys.list("acme")).hasSize(100);
    assertThat(new AccessKeys(ledger, clock).list("acme")).hasSize(100);
  }

  @Test
  void printing_a_key_omits_its_text() {
    CreatedKey made = keys.create("acme", wanted(Scope.READ));
    assertThat(made.toString()).doesNotContain(made.text());
    assertThat(new Credentials("Bearer " + made.text()).toString()).doesNotContain(made.text());
  }

  private void create(String label, @Nullable Instant end) {
    keys.create("acme", new NewAccessKey(Set.of(Scope.READ), label, end));
  }

  private static NewAccessKey wanted(Scope... scopes) {
    return new NewAccessKey(Set.of(scopes), "test", null);
  }

  private static Optional<Caller> enter(AccessKeys keys, String text) {
    return keys.authenticate(new Credentials("Bearer " + text));
  }

  private static void assertRefused(Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            WaybillException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }
}
