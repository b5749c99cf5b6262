package dev.waybill.engine.register;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RegisterTest {

  private static final LedgerKey KEY = new LedgerKey("waybill", "texts", "definitions");
  private static final Register.Name A = new Register.Name("acme", "a");
  private static final Register.Name B = new Register.Name("acme", "b");

  private final ModelLedger ledger = new ModelLedger();
  private final Register<String> register = server(10, 100, 150);

  @Test
  void the_number_of_definitions_of_a_tenant_is_limited() {
    Register<String> two = server(2, 1_000, 1_000);
    two.change(A, _ -> "1");
    two.change(B, _ -> "2");
    refused(two, new Register.Name("acme", "c"), "3");
    two.change(new Register.Name("other", "c"), _ -> "3");
    two.change(A, _ -> null);
    two.change(new Register.Name("acme", "c"), _ -> "3");
  }

  @Test
  void the_bytes_of_a_tenants_definitions_are_limited() {
    register.change(A, _ -> "x".repeat(60));
    refused(register, B, "x".repeat(60));
    register.change(B, _ -> "x".repeat(10));
    register.change(A, _ -> "x".repeat(20));
    register.change(B, _ -> "x".repeat(60));
  }

  @Test
  void the_bytes_of_all_definitions_are_limited() {
    register.change(A, _ -> "x".repeat(80));
    refused(register, new Register.Name("other", "a"), "x".repeat(80));
    register.change(new Register.Name("other", "a"), _ -> "x".repeat(40));
  }

  @Test
  void limits_apply_to_many_definitions_at_once() {
    assertThatThrownBy(
            () -> register.putAll("acme", Map.of("a", "x".repeat(60), "b", "x".repeat(60))))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.TOO_MANY_ITEMS));
    assertThat(register.readAll()).isEmpty();
  }

  @Test
  void stored_definitions_above_a_lowered_limit_are_loaded_and_may_only_shrink() {
    register.change(A, _ -> "x".repeat(60));
    Register<String> lower = server(10, 20, 20);
    assertThat(lower.read(A)).hasSize(60);
    refused(lower, A, "x".repeat(61));
    lower.change(A, _ -> "x".repeat(59));
    lower.change(A, _ -> null);
    assertThat(lower.exists(A)).isFalse();
  }

  @Test
  void a_value_that_a_follower_rejects_disables_only_itself() {
    register.change(A, _ -> "bad");
    register.change(B, _ -> "good");
    Register<String> second = server(10, 100, 150);
    List<Register.Change<String>> told = new ArrayList<>();
    second.follow(told::add);
    second.follow(
        change -> {
          if ("bad".equals(change.value())) {
            throw new IllegalStateException("a bad one");
          }
        });
    assertThat(second.readAll()).containsOnlyKeys(B);
    assertThat(second.unusable()).containsExactly(Map.entry(A, "a bad one"));
    assertThat(second.exists(A)).isTrue();
    assertThat(told).contains(new Register.Change<>(A, null));
    second.change(A, _ -> "better");
    assertThat(second.read(A)).isEqualTo("better");
    assertThat(second.unusable()).isEmpty();
  }

  @Test
  void a_value_that_cannot_be_read_can_be_deleted() {
    register.change(A, _ -> "unreadable");
    register.change(B, _ -> "good");
    assertThat(register.readAll()).containsOnlyKeys(B);
    assertThat(register.unusable()).containsOnlyKeys(A);
    register.change(A, _ -> null);
    assertThat(register.exists(A)).isFalse();
    assertThat(server(10, 100, 150).exists(A)).isFalse();
  }

  private Register<String> server(int most, long tenantBytes, long allBytes) {
    Register.Limit limit = new Register.Limit("texts", most, tenantBytes, allBytes);
    return new Register<>(ledger, KEY, FORM, limit, new ManualClock());
  }

  private static void refused(Register<String> register, Register.Name name, String value) {
    assertThatThrownBy(() -> register.change(name, _ -> value))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.TOO_MANY_ITEMS));
  }

  private static final Register.Form<String> FORM =
      new Register.Form<>(value -> value.getBytes(UTF_8), RegisterTest::value);

  private static String value(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    if (text.equals("unreadable")) {
      throw new IllegalArgumentException("cannot read this");
    }
    return text;
  }
}
