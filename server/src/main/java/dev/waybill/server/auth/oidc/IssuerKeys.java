package dev.waybill.server.auth.oidc;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The keys of an issuer, by their IDs. They are fetched when first needed, again when a token
/// names an unknown key, but at most every half minute, and every ten minutes to drop withdrawn
/// keys. While the issuer does not answer, the known keys stay valid.
final class IssuerKeys {

  private static final System.Logger LOG = System.getLogger(IssuerKeys.class.getName());
  private static final long AGAIN_MILLIS = Duration.ofSeconds(30).toMillis();
  private static final long RETRY_MILLIS = Duration.ofSeconds(5).toMillis();
  private static final long LASTING_MILLIS = Duration.ofMinutes(10).toMillis();

  /// @param reached whether the last fetch succeeded
  private record Known(Map<String, JWK> byId, long triedAt, boolean reached) {}

  private final Supplier<JWKSet> fetch;
  private final InstantSource clock;
  private final ReentrantLock fetching = new ReentrantLock();
  private volatile Known known = new Known(Map.of(), Long.MIN_VALUE / 2, false);

  IssuerKeys(Supplier<JWKSet> fetch, InstantSource clock) {
    this.fetch = fetch;
    this.clock = clock;
  }

  /// Empty if the issuer has no such key; throws if the issuer cannot be reached.
  Optional<JWK> find(String id) {
    refreshOld();
    JWK key = known.byId().get(id);
    if (key == null) {
      fetchUnlessJustTried();
      key = known.byId().get(id);
    }
    if (key == null && !known.reached()) {
      throw new IssuerUnavailable("the issuer does not answer, and the key is not known", null);
    }
    return Optional.ofNullable(key);
  }

  /// One call fetches; the others continue with the known keys.
  private void refreshOld() {
    Known now = known;
    if (!now.byId().isEmpty() && isOver(now, LASTING_MILLIS) && fetching.tryLock()) {
      try {
        fetchUnlessJustTried();
      } finally {
        fetching.unlock();
      }
    }
  }

  private void fetchUnlessJustTried() {
    fetching.lock();
    try {
      Known now = known;
      if (isOver(now, now.reached() ? AGAIN_MILLIS : RETRY_MILLIS)) {
        known = fetched(now);
      }
    } finally {
      fetching.unlock();
    }
  }

  private Known fetched(Known before) {
    long now = clock.millis();
    try {
      Map<String, JWK> byId = new HashMap<>();
      for (JWK key : fetch.get().getKeys()) {
        if (key.getKeyID() != null) {
          byId.put(key.getKeyID(), key);
        }
      }
      return new Known(byId, now, true);
    } catch (RuntimeException unavailable) {
      LOG.log(System.Logger.Level.WARNING, "cannot get the keys of the issuer", unavailable);
      return new Known(before.byId(), now, false);
    }
  }

  /// A clock that was set back counts as time that has passed.
  private boolean isOver(Known since, long millis) {
    long passed = clock.millis() - since.triedAt();
    return passed >= millis || passed < 0;
  }
}
