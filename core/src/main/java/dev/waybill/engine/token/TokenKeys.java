package dev.waybill.engine.token;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.BlobStore;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The keys that sign task tokens. Exactly two are accepted, the newest and the previous one;
/// tokens of older keys are refused.
///
/// Keys are in the blob store, so that tokens survive a restart and all servers on one store agree.
/// A key is added by storing `system/token-key-<n>` with the next number; the first writer wins. No
/// restart is needed: each server looks for the next number at most once a second, and only while
/// tokens are used. A forged key number costs no more than that.
///
/// A new key signs [#SETTLE] after this server first read it. That is longer than the interval
/// between two lookups, so by then every server that receives such a token either knows the key or
/// finds it at its next lookup. The previous key stays in use until then, so nothing waits.
public final class TokenKeys {

  static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  static final Duration SETTLE = Duration.ofSeconds(3);

  private static final System.Logger LOG = System.getLogger(TokenKeys.class.getName());

  private final StoredKeys stored;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile LiveKeys live;
  private volatile Instant refreshedAt;

  private TokenKeys(StoredKeys stored, InstantSource clock) {
    this.stored = stored;
    this.clock = clock;
    this.refreshedAt = clock.instant();
    this.live = stored.newest(refreshedAt);
  }

  public static TokenKeys load(BlobStore blobs, InstantSource clock) {
    return new TokenKeys(new StoredKeys(blobs), clock);
  }

  /// The key that signs new tokens.
  LiveKeys.Key signing() {
    Instant now = clock.instant();
    return current(now).signing(now);
  }

  /// The accepted key with this ID.
  Optional<Signer> verifying(byte id) {
    return current(clock.instant()).withId(id);
  }

  /// Adds a key and returns its number. The key before the previous one is refused from now on
  /// here, and within a second of use on other servers, so jobs leased before the last rotation
  /// lose their leases. Refused until the last rotation has settled, so that a repeated call does
  /// not invalidate all tokens.
  public int rotate() {
    lock.lock();
    try {
      refresh();
      if (!live.isSettled(clock.instant())) {
        throw new WaybillException(
            Code.WRONG_STATE,
            "the newest key was first seen less than " + SETTLE + " ago; rotate again later");
      }
      stored.add(live.newest().number() + 1);
      refresh();
      return live.newest().number();
    } finally {
      lock.unlock();
    }
  }

  private LiveKeys current(Instant now) {
    if (isDue(now)) {
      lock.lock();
      try {
        if (isDue(now)) {
          refreshOrKeepKnown();
        }
      } finally {
        lock.unlock();
      }
    }
    return live;
  }

  /// Also true if the clock was set back.
  private boolean isDue(Instant now) {
    return Duration.between(refreshedAt, now).abs().compareTo(LOOK_EVERY) >= 0;
  }

  /// If the store cannot be asked for newer keys, the known ones stay in use: otherwise jobs that
  /// were just leased would be lost for the time of their lease.
  private void refreshOrKeepKnown() {
    try {
      refresh();
    } catch (WaybillException failed) {
      refreshedAt = clock.instant();
      LOG.log(Level.WARNING, "cannot look for newer token keys; will retry", failed);
    }
  }

  private void refresh() {
    Instant now = clock.instant();
    live = stored.newer(live, now);
    refreshedAt = now;
  }
}
