package dev.waybill.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.admin.Scope;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

final class WaitsTest {

  private final Waits waits = new Waits();
  private final AtomicInteger checks = new AtomicInteger();

  @Test
  void a_credential_that_cannot_be_checked_does_not_prevent_the_check_of_others() {
    BooleanSupplier broken =
        () -> {
          checks.incrementAndGet();
          throw new IllegalStateException("as the test asked for");
        };
    try (Waits.Wait _ = begin(broken);
        Waits.Wait _ = begin(broken);
        Waits.Wait revoked = begin(() -> false)) {
      waits.checkCredentials();
      assertThat(checks).hasValue(2);
      assertThat(revoked.hasExpired()).isTrue();
    }
  }

  @Test
  void checks_do_not_overlap() {
    BooleanSupplier slow =
        () -> {
          if (checks.incrementAndGet() < 3) {
            waits.checkCredentials();
          }
          return true;
        };
    try (Waits.Wait _ = begin(slow)) {
      waits.checkCredentials();
      assertThat(checks).hasValue(1);
      waits.checkCredentials();
      assertThat(checks).hasValue(2);
    }
  }

  private Waits.Wait begin(BooleanSupplier valid) {
    Caller caller = new Caller("acme", "test", EnumSet.of(Scope.READ));
    return waits.begin(Optional.of(new AdmittedCaller(caller, valid)));
  }
}
