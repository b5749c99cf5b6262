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
import dev.waybill.engine.register.Register;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// API keys, in a [Register] with their hashes: every server on one store learns of a new or
/// revoked key within about a second. An unknown key costs at most one read of the store per
/// second. While the ledger, or a change in it, cannot be read, no key is accepted: the change may
/// be a revocation.
public final class AccessKeys implements Authenticator {

  /// The beginning of the name of a caller with a key.
  static final String CALLER = "key:";

  static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "access", "keys");

  private static final int MOST_USABLE = 100;

  /// How many revoked and expired keys of a tenant are kept, for people to look at.
  private static final int ENDED_KEPT = 100;

  private static final Register.Limit LIMIT =
      new Register.Limit("API keys", 10 * MOST_USABLE, 1L << 20, Long.MAX_VALUE);

  /// While one call reads the ledger, others may continue with known keys, but not longer than
  /// this.
  private static final Duration STALE = Duration.ofSeconds(2);

  private static final Comparator<AccessKey> NEWEST_FIRST =
      Comparator.comparing(AccessKey::createdAt).reversed().thenComparing(AccessKey::id);

  private final Register<StoredKey> register;
  private final InstantSource clock;
  private final KeyRing ring = new KeyRing();
  private final MissedReads misses;

  public AccessKeys(Ledger ledger, InstantSource clock) {
    this.register = new Register<>(ledger, KEY, StoredKey.FORM, LIMIT, clock);
    this.clock = clock;
    this.misses = new MissedReads(clock);
    register.failOnUnreadableChanges();
    register.follow(ring::change);
    register.requireNewerThan(STALE);
  }

  /// Creates a key. Its text is returned here and nowhere else.
  public CreatedKey create(String tenant, NewAccessKey wanted) {
    Instant now = clock.instant();
    if (!Tenants.isAllowed(tenant)) {
      throw new WaybillException(
          Code.INVALID_NAME, Text.quote(tenant) + " is not a valid name of a tenant");
    }
    wanted.check(now);
    requireRoom(tenant, now);
    String text = KeyText.fresh();
    AccessKey key =
        new AccessKey(KeyText.freshId(), tenant, wanted, KeyText.lastFour(text), now, null);
    StoredKey stored = new StoredKey(key, KeyText.hash(text));
    deleteEnded(tenant, now);
    register.change(stored.name(), _ -> stored);
    return new CreatedKey(key, text);
  }

  /// Revokes a key permanently. Revoking it again changes nothing.
  public AccessKey revoke(String tenant, String id) {
    Instant now = clock.instant();
    return found(
        id,
        register.change(
            new Register.Name(tenant, id), key -> key == null ? null : key.revoked(now)));
  }

  public AccessKey find(String tenant, String id) {
    register.requireNewerThan(STALE);
    return found(id, register.known(new Register.Name(tenant, id)));
  }

  private static AccessKey found(String id, @Nullable StoredKey key) {
    if (key == null) {
      throw new WaybillException(Code.NOT_FOUND, "there is no key " + Text.quote(id));
    }
    return key.key();
  }

  /// The valid keys of a tenant, and the last hundred that were revoked or have expired; newest
  /// first.
  public List<AccessKey> list(String tenant) {
    Instant now = clock.instant();
    List<AccessKey> all = all(tenant);
    Set<AccessKey> tooMany = Set.copyOf(tooMany(all, now));
    return all.stream().filter(key -> !tooMany.contains(key)).toList();
  }

  private List<AccessKey> all(String tenant) {
    return register.readAll().values().stream()
        .map(StoredKey::key)
        .filter(key -> key.tenant().equals(tenant))
        .sorted(NEWEST_FIRST)
        .toList();
  }

  /// Revoked and expired keys that are not kept.
  private static List<AccessKey> tooMany(List<AccessKey> newestFirst, Instant now) {
    return newestFirst.stream().filter(key -> !key.isUsable(now)).skip(ENDED_KEPT).toList();
  }

  private void deleteEnded(String tenant, Instant now) {
    for (AccessKey key : tooMany(all(tenant), now)) {
      register.change(new Register.Name(tenant, key.id()), _ -> null);
    }
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
    register.requireNewerThan(STALE);
    return register.isUntouched();
  }

  @Override
  public Optional<Caller> authenticate(Credentials credentials) {
    return credentials
        .bearer()
        .filter(KeyText::hasForm)
        .map(KeyText::hash)
        .flatMap(this::find)
        .filter(key -> key.isUsable(clock.instant()))
        .map(AccessKeys::caller);
  }

  private Optional<AccessKey> find(Payload hash) {
    register.requireNewerThan(STALE);
    Optional<AccessKey> found = ring.find(hash);
    if (found.isEmpty() && misses.isAllowed()) {
      register.requireNewerThan(Duration.ZERO);
      found = ring.find(hash);
    }
    return found;
  }

  /// The key with this ID, while it can be used.
  Optional<AccessKey> usable(String tenant, String id) {
    register.requireNewerThan(STALE);
    return Optional.ofNullable(register.known(new Register.Name(tenant, id)))
        .map(StoredKey::key)
        .filter(key -> key.isUsable(clock.instant()));
  }

  static Caller caller(AccessKey key) {
    return new Caller(key.tenant(), CALLER + key.id(), key.scopes());
  }

  private void requireRoom(String tenant, Instant now) {
    long usable = all(tenant).stream().filter(key -> key.isUsable(now)).count();
    if (usable >= MOST_USABLE) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS,
          "a tenant has at most " + MOST_USABLE + " valid keys; revoke one first");
    }
  }
}
