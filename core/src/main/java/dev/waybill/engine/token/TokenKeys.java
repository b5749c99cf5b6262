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

/// The keys that task tokens are signed with. Exactly two are live, the newest and the one before;
/// tokens of older ones are refused.
///
/// Keys live in the blob store, so that tokens survive a restart and all servers on one store
/// agree. A key is added by storing `system/token-key-<n>` with the next number; whoever stores
/// first wins, and nobody needs a restart: each server looks for the next number at most once a
/// second, and only while tokens are used. A forged key number costs nothing beyond that.
///
/// A new key signs [#SETTLE] after this server first saw it. That is longer than the time between
/// two looks, so by then every server that may be shown such a token either knows the key or finds
/// it by the look it is due to make. The key before is live all the while, so nothing waits.
public final class TokenKeys {

  static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  static final Duration SETTLE = Duration.ofSeconds(3);

  private static final System.Logger LOG = System.getLogger(TokenKeys.class.getName());

  private final StoredKeys stored;
  private final InstantSource clock;
  private final ReentrantLock looking = new ReentrantLock();
  private volatile LiveKeys live;
  private volatile Instant looked;

  private TokenKeys(StoredKeys stored, InstantSource clock) {
    this.stored = stored;
    this.clock = clock;
    this.looked = clock.instant();
    this.live = stored.newest(looked);
  }

  public static TokenKeys load(BlobStore blobs, InstantSource clock) {
    return new TokenKeys(new StoredKeys(blobs), clock);
  }

  /// The key that signs now.
  LiveKeys.Key signing() {
    Instant now = clock.instant();
    return current(now).signing(now);
  }

  /// The live key with this id.
  Optional<Signer> verifying(byte id) {
    return current(clock.instant()).withId(id);
  }

  /// Adds a key; answers its number. The key before the newest is refused from now on here, and
  /// within a second of use elsewhere, so work that began before the last rotation loses its
  /// leases. Refused while the last rotation has not settled, so that a call made twice does not
  /// cut off everybody.
  public int rotate() {
    looking.lock();
    try {
      look();
      if (!live.isSettled(clock.instant())) {
        throw new WaybillException(
            Code.WRONG_STATE,
            "the newest key was first seen less than " + SETTLE + " ago; rotate again later");
      }
      stored.add(live.newest().number() + 1);
      look();
      return live.newest().number();
    } finally {
      looking.unlock();
    }
  }

  private LiveKeys current(Instant now) {
    if (isDue(now)) {
      looking.lock();
      try {
        if (isDue(now)) {
          lookOrGoOn();
        }
      } finally {
        looking.unlock();
      }
    }
    return live;
  }

  /// Also where the clock was set back.
  private boolean isDue(Instant now) {
    return Duration.between(looked, now).abs().compareTo(LOOK_EVERY) >= 0;
  }

  /// A store that cannot be asked for newer keys is no reason to give up the known ones: jobs that
  /// were just leased would be lost for the time of their lease.
  private void lookOrGoOn() {
    try {
      look();
    } catch (WaybillException failed) {
      looked = clock.instant();
      LOG.log(Level.WARNING, "cannot look for newer token keys; will try again", failed);
    }
  }

  private void look() {
    Instant now = clock.instant();
    live = stored.newer(live, now);
    looked = now;
  }
}
