package dev.waybill.server.auth;

import dev.waybill.Payload;
import dev.waybill.base.Recent;
import dev.waybill.server.auth.oidc.IssuerUnavailable;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/// Authenticates and limits calls of every protocol.
///
/// An address with too many failed authentications must wait, but this does not lock out valid
/// callers at the same address: API keys are always looked up, which is cheap. Tokens need a
/// signature check: for addresses that must wait, one new token is checked at a time. Credentials
/// that were valid before are always checked.
public final class CallAdmission {

  private static final int GOOD_REMEMBERED = 10_000;

  /// The fingerprint of a call without credentials.
  private static final Payload NONE = Payload.empty();

  private record Identity(String tenant, String name) {}

  private final Authenticator authenticator;
  private final RateLimit<CallerNetwork> arrivals;
  private final RateLimit<CallerNetwork> failures;
  private final RateLimit<Identity> calls;
  private final Recent<Payload, Boolean> good = new Recent<>(GOOD_REMEMBERED);
  private final BadCredentials bad;
  private final Semaphore suspects = new Semaphore(1);

  /// @param nanoTime a clock such as `System.nanoTime`
  public CallAdmission(
      Authenticator authenticator, AccessSettings settings, LongSupplier nanoTime) {
    this.authenticator = authenticator;
    this.arrivals = new RateLimit<>(settings.requestsPerSecond(), nanoTime);
    this.failures = new RateLimit<>(settings.failuresPerSecond(), nanoTime);
    this.calls = new RateLimit<>(settings.requestsPerSecond(), nanoTime);
    this.bad = new BadCredentials(nanoTime);
  }

  /// Counts a call before any of it is read; returns zero, or how long to wait.
  public Duration arrive(InetAddress from) {
    return arrivals.take(CallerNetwork.of(from));
  }

  /// Authenticates somebody who signs in with an API key. Another credential is not accepted.
  public AdmissionResult enterWithKey(InetAddress from, String key) {
    String shown = KeyText.hasForm(key) ? key : KeyText.PREFIX;
    return enter(from, new Credentials("Bearer " + shown));
  }

  /// Authenticates a call.
  public AdmissionResult enter(InetAddress from, Credentials credentials) {
    CallerNetwork network = CallerNetwork.of(from);
    Payload fingerprint = fingerprint(credentials);
    Duration penalty = good.has(fingerprint) ? Duration.ZERO : failures.look(network);
    if (!penalty.isPositive() || authenticator.isCheap(credentials)) {
      return decide(from, credentials, fingerprint);
    }
    if (!suspects.tryAcquire()) {
      return new AdmissionResult.TooFast(penalty);
    }
    try {
      return decide(from, credentials, fingerprint);
    } finally {
      suspects.release();
    }
  }

  private AdmissionResult decide(InetAddress from, Credentials credentials, Payload fingerprint) {
    try {
      return authenticator
          .authenticate(credentials)
          .map(caller -> admit(pass(caller, credentials), fingerprint))
          .orElseGet(() -> refuse(from, credentials));
    } catch (IssuerUnavailable unavailable) {
      return new AdmissionResult.Undecided();
    }
  }

  private AdmittedCaller pass(Caller caller, Credentials credentials) {
    return new AdmittedCaller(caller, () -> isStill(caller, credentials));
  }

  /// If the credentials cannot be verified at the moment, the earlier result stands.
  private boolean isStill(Caller caller, Credentials credentials) {
    try {
      return authenticator.authenticate(credentials).filter(caller::equals).isPresent();
    } catch (IssuerUnavailable unavailable) {
      return true;
    }
  }

  private static Payload fingerprint(Credentials credentials) {
    String shown = credentials.text();
    return shown.isEmpty() ? NONE : KeyText.hash(shown);
  }

  private AdmissionResult admit(AdmittedCaller pass, Payload fingerprint) {
    good.get(fingerprint, () -> true);
    Caller caller = pass.caller();
    Duration wait = calls.take(new Identity(caller.tenant(), caller.name()));
    return wait.isPositive()
        ? new AdmissionResult.TooFast(wait)
        : new AdmissionResult.Admitted(pass);
  }

  /// A call without credentials is not logged as a failed authentication.
  private AdmissionResult refuse(InetAddress from, Credentials credentials) {
    if (!credentials.text().isEmpty()) {
      bad.from(from);
    }
    Duration wait = failures.take(CallerNetwork.of(from));
    return wait.isPositive() ? new AdmissionResult.TooFast(wait) : new AdmissionResult.Unknown();
  }
}
