package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.base.Text;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// API keys. The ledger stores their hashes; every server on one store follows it and learns of a
/// new or revoked key within about a second. An unknown key costs at most one read of the store per
/// second.
public final class AccessKeys implements Authenticator {

  private static final int MOST_USABLE = 100;
  private static final int PAGE = 1_000;
  private static final long FRESH_MILLIS = 1_000;

  /// While one call reads the ledger, others may continue with known keys, but not longer than
  /// this.
  private static final long STALE_MILLIS = 2_000;

  private final Ledger ledger;
  private final InstantSource clock;
  private final KeyRing ring = new KeyRing();
  private final ReentrantLock following = new ReentrantLock();
  private long position;
  private volatile long followedAt;
  private volatile long missedAt;

  public AccessKeys(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
    follow();
    missedAt = followedAt - FRESH_MILLIS;
  }

  /// Creates a key. Its text is returned here and nowhere else.
  public CreatedKey create(String tenant, NewAccessKey wanted) {
    Instant now = clock.instant();
    if (!Tenants.isAllowed(tenant)) {
      throw new WaybillException(
          Code.INVALID_NAME, Text.quote(tenant) + " is not a valid name of a tenant");
    }
    wanted.check(now);
    follow();
    requireRoom(tenant, now);
    String text = KeyText.fresh();
    AccessKey key =
        new AccessKey(KeyText.freshId(), tenant, wanted, KeyText.lastFour(text), now, null);
    ledger.record(List.of(KeyFacts.created(key, KeyText.hash(text))));
    follow();
    return new CreatedKey(key, text);
  }

  /// Revokes a key permanently. Revoking it again changes nothing.
  public AccessKey revoke(String tenant, String id) {
    follow();
    AccessKey key = find(tenant, id);
    if (key.revokedAt() == null) {
      ledger.record(List.of(KeyFacts.revoked(key, clock.instant())));
      follow();
    }
    return find(tenant, id);
  }

  public AccessKey find(String tenant, String id) {
    followNowAndThen();
    return ring.find(tenant, id)
        .orElseThrow(
            () -> new WaybillException(Code.NOT_FOUND, "there is no key " + Text.quote(id)));
  }

  /// The valid keys of a tenant, and the last hundred that were revoked or have expired; newest
  /// first.
  public List<AccessKey> list(String tenant) {
    follow();
    ring.forgetEnded(tenant, clock.instant());
    return ring.list(tenant);
  }

  /// A page of keys; the cursor is the ID of the last key of the previous page.
  public Page<AccessKey> list(String tenant, Page.Request page) {
    AuditLog.checkLimit(page);
    List<AccessKey> all = list(tenant);
    int from = page.cursor() == null ? 0 : after(all, page.cursor());
    int to = Math.min(all.size(), from + page.limit());
    return new Page<>(all.subList(from, to), to < all.size() ? all.get(to - 1).id() : null);
  }

  private static int after(List<AccessKey> keys, String id) {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).id().equals(id)) {
        return i + 1;
      }
    }
    throw new WaybillException(
        Code.INVALID_CURSOR,
        "the cursor does not identify a key of this tenant; start with the first page");
  }

  /// Whether no key was ever created.
  public boolean isUntouched() {
    followNowAndThen();
    return ring.isUntouched();
  }

  @Override
  public Optional<Caller> authenticate(Credentials credentials) {
    return credentials
        .bearer()
        .filter(KeyText::hasForm)
        .map(KeyText::hash)
        .flatMap(this::find)
        .filter(key -> key.isUsable(clock.instant()))
        .map(key -> new Caller(key.tenant(), "key:" + key.id(), key.scopes()));
  }

  private Optional<AccessKey> find(Payload hash) {
    followNowAndThen();
    Optional<AccessKey> found = ring.find(hash);
    if (found.isEmpty() && isOver(missedAt, FRESH_MILLIS)) {
      missedAt = clock.millis();
      follow();
      found = ring.find(hash);
    }
    return found;
  }

  private void requireRoom(String tenant, Instant now) {
    long usable = ring.list(tenant).stream().filter(key -> key.isUsable(now)).count();
    if (usable >= MOST_USABLE) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS,
          "a tenant has at most " + MOST_USABLE + " valid keys; revoke one first");
    }
  }

  private void followNowAndThen() {
    if (isOver(followedAt, STALE_MILLIS)) {
      follow();
    } else if (isOver(followedAt, FRESH_MILLIS) && following.tryLock()) {
      try {
        follow();
      } finally {
        following.unlock();
      }
    }
  }

  /// A clock that was set back counts as time that has passed.
  private boolean isOver(long since, long millis) {
    long passed = clock.millis() - since;
    return passed >= millis || passed < 0;
  }

  private void follow() {
    following.lock();
    try {
      long began = clock.millis();
      List<Fact.Recorded> some;
      do {
        some = ledger.history(KeyFacts.KEY, position, PAGE);
        for (Fact.Recorded recorded : some) {
          KeyFacts.apply(recorded.fact(), ring, clock.instant());
          position = recorded.position();
        }
      } while (some.size() == PAGE);
      followedAt = began;
    } finally {
      following.unlock();
    }
  }
}
