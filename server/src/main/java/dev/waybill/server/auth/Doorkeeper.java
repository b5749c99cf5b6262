package dev.waybill.server.auth;

import dev.waybill.Payload;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Decides on every call, whatever its protocol: how many may come, from where, and who is calling.
///
/// Guessing is slow: an address that has shown too many bad credentials has to wait before more are
/// looked at. Credentials that were good before are looked at all the same, so that somebody with a
/// revoked key does not lock out all who share the address.
public final class Doorkeeper {

  private static final int GOOD_REMEMBERED = 10_000;

  /// Of a call that shows no credentials.
  private static final Payload NONE = Payload.empty();

  private record Identity(String tenant, String name) {}

  private final Authenticator authenticator;
  private final RateLimit<Network> arrivals;
  private final RateLimit<Network> failures;
  private final RateLimit<Identity> calls;
  private final Recent<Payload, Boolean> good = new Recent<>(GOOD_REMEMBERED);

  /// @param nanoTime as `System.nanoTime`
  public Doorkeeper(Authenticator authenticator, AccessSettings settings, LongSupplier nanoTime) {
    this.authenticator = authenticator;
    this.arrivals = new RateLimit<>(settings.requestsPerSecond(), nanoTime);
    this.failures = new RateLimit<>(settings.failuresPerSecond(), nanoTime);
    this.calls = new RateLimit<>(settings.requestsPerSecond(), nanoTime);
  }

  /// Counts a call before anything of it is looked at; answers zero, or how long to wait.
  public Duration arrive(InetAddress from) {
    return arrivals.take(Network.of(from));
  }

  /// Asks who is calling.
  public Entry enter(InetAddress from, Credentials credentials) {
    Network network = Network.of(from);
    Payload fingerprint = fingerprint(credentials);
    Duration penalty = good.has(fingerprint) ? Duration.ZERO : failures.look(network);
    if (penalty.isPositive()) {
      return new Entry.TooFast(penalty);
    }
    try {
      return authenticator
          .authenticate(credentials)
          .map(caller -> admit(caller, fingerprint))
          .orElseGet(() -> refuse(network));
    } catch (IssuerUnavailable unavailable) {
      return new Entry.Undecided();
    }
  }

  private static Payload fingerprint(Credentials credentials) {
    String shown = credentials.authorization();
    return shown == null ? NONE : KeyText.hash(shown);
  }

  private Entry admit(Caller caller, Payload fingerprint) {
    good.get(fingerprint, () -> true);
    Duration wait = calls.take(new Identity(caller.tenant(), caller.name()));
    return wait.isPositive() ? new Entry.TooFast(wait) : new Entry.Admitted(caller);
  }

  private Entry refuse(Network network) {
    failures.take(network);
    return new Entry.Unknown();
  }
}
