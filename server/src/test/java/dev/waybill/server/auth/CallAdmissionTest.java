package dev.waybill.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.admin.Scope;
import dev.waybill.server.auth.oidc.IssuerUnavailable;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CallAdmissionTest {

  private static final InetAddress HERE = address("192.0.2.1");
  private static final InetAddress THERE = address("192.0.2.2");
  private static final Caller ADA = new Caller("acme", "key:1", EnumSet.of(Scope.READ));

  /// Near the maximum of a long: only differences of nano time have a meaning.
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000);
  private final CallAdmission door =
      new CallAdmission(
          CallAdmissionTest::check,
          AccessSettings.DEFAULT.withRequestsPerSecond(10).withFailuresPerSecond(5),
          nanos::get);

  @Test
  void an_address_may_make_one_second_of_calls_at_once() {
    assertThat(admitted(10, HERE)).isEqualTo(10);
    assertThat(door.arrive(HERE)).isEqualTo(Duration.ofMillis(100));
    assertThat(door.arrive(THERE)).isZero();
  }

  @Test
  void the_allowance_grows_with_time_up_to_one_second_of_calls() {
    assertThat(admitted(20, HERE)).isEqualTo(10);
    pass(Duration.ofMillis(300));
    assertThat(admitted(20, HERE)).isEqualTo(3);
    pass(Duration.ofHours(1));
    assertThat(admitted(20, HERE)).isEqualTo(10);
  }

  @Test
  void a_caller_has_one_limit_for_all_its_addresses() {
    for (int i = 0; i < 10; i++) {
      assertThat(enter(i % 2 == 0 ? HERE : THERE, "good")).satisfies(CallAdmissionTest::isAda);
    }
    assertThat(enter(HERE, "good")).isEqualTo(new AdmissionResult.TooFast(Duration.ofMillis(100)));
  }

  @Test
  void an_address_with_failed_authentications_must_wait() {
    for (int i = 0; i < 5; i++) {
      assertThat(enter(HERE, "guess" + i)).isEqualTo(new AdmissionResult.Unknown());
    }
    assertThat(enter(HERE, "guess")).isEqualTo(new AdmissionResult.TooFast(Duration.ofMillis(200)));
    pass(Duration.ofMillis(200));
    assertThat(enter(HERE, "guess")).isEqualTo(new AdmissionResult.Unknown());
    assertThat(enter(HERE, "guess")).isInstanceOf(AdmissionResult.TooFast.class);
  }

  @Test
  void known_credentials_are_accepted_from_an_address_that_must_wait() {
    assertThat(enter(HERE, "good")).satisfies(CallAdmissionTest::isAda);
    for (int i = 0; i < 10; i++) {
      enter(HERE, "guess" + i);
    }
    assertThat(enter(HERE, "good")).satisfies(CallAdmissionTest::isAda);
  }

  @Test
  void a_new_valid_credential_is_accepted_from_an_address_that_must_wait() {
    for (int i = 0; i < 10; i++) {
      enter(HERE, "guess" + i);
    }
    assertThat(enter(HERE, "good")).satisfies(CallAdmissionTest::isAda);
  }

  @Test
  void expensive_credentials_from_an_address_that_must_wait_are_checked_one_at_a_time() {
    AtomicReference<AdmissionResult> meanwhile = new AtomicReference<>();
    AtomicReference<Runnable> during = new AtomicReference<>(() -> {});
    Authenticator costly =
        new Authenticator() {
          @Override
          public Optional<Caller> authenticate(Credentials credentials) {
            during.getAndSet(() -> {}).run();
            return check(credentials);
          }

          @Override
          public boolean isCheap(Credentials credentials) {
            return false;
          }
        };
    CallAdmission other =
        new CallAdmission(costly, AccessSettings.DEFAULT.withFailuresPerSecond(5), nanos::get);
    for (int i = 0; i < 5; i++) {
      other.enter(HERE, new Credentials("guess" + i));
    }
    during.set(() -> meanwhile.set(other.enter(HERE, new Credentials("another"))));
    assertThat(other.enter(HERE, new Credentials("good"))).satisfies(CallAdmissionTest::isAda);
    assertThat(meanwhile.get()).isInstanceOf(AdmissionResult.TooFast.class);
  }

  @Test
  void an_admitted_caller_is_valid_as_long_as_its_credential() {
    Map<String, Caller> known = new HashMap<>(Map.of("good", ADA));
    CallAdmission other =
        new CallAdmission(
            shown -> Optional.ofNullable(known.get(String.valueOf(shown.authorization()))),
            AccessSettings.DEFAULT,
            nanos::get);
    AdmittedCaller pass =
        ((AdmissionResult.Admitted) other.enter(HERE, new Credentials("good"))).pass();
    assertThat(pass.isValid()).isTrue();
    known.put("good", new Caller("acme", "key:1", EnumSet.of(Scope.WORK)));
    assertThat(pass.isValid()).as("with other scopes").isFalse();
    known.remove("good");
    assertThat(pass.isValid()).isFalse();
  }

  @Test
  void an_issuer_that_does_not_answer_is_not_a_failed_authentication() {
    for (int i = 0; i < 10; i++) {
      assertThat(enter(HERE, "unsure")).isEqualTo(new AdmissionResult.Undecided());
    }
  }

  @Test
  void addresses_of_one_ipv6_network_share_a_limit() {
    assertThat(admitted(10, address("2001:db8::1"))).isEqualTo(10);
    assertThat(door.arrive(address("2001:db8::2"))).isPositive();
    assertThat(door.arrive(address("2001:db8:0:1::1"))).isZero();
  }

  @Test
  void zero_means_no_limit() {
    CallAdmission tolerant =
        new CallAdmission(
            CallAdmissionTest::check,
            AccessSettings.DEFAULT.withRequestsPerSecond(0).withFailuresPerSecond(0),
            nanos::get);
    assertThat(IntStream.range(0, 1_000).filter(_ -> !tolerant.arrive(HERE).isZero())).isEmpty();
    assertThat(tolerant.enter(HERE, new Credentials("bad")))
        .isEqualTo(new AdmissionResult.Unknown());
  }

  private static void isAda(AdmissionResult entry) {
    assertThat(entry)
        .isInstanceOfSatisfying(
            AdmissionResult.Admitted.class, in -> assertThat(in.pass().caller()).isEqualTo(ADA));
  }

  private int admitted(int calls, InetAddress from) {
    return (int) IntStream.range(0, calls).filter(_ -> door.arrive(from).isZero()).count();
  }

  private AdmissionResult enter(InetAddress from, String authorization) {
    return door.enter(from, new Credentials(authorization));
  }

  private void pass(Duration time) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(time.toMillis()));
  }

  private static Optional<Caller> check(Credentials credentials) {
    return switch (String.valueOf(credentials.authorization())) {
      case "good" -> Optional.of(ADA);
      case "unsure" -> throw new IssuerUnavailable("away", null);
      default -> Optional.empty();
    };
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
