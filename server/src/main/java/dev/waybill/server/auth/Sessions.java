package dev.waybill.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.admin.AccessKey;
import dev.waybill.engine.register.Register;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Sessions of people who signed in to the console, in a [Register] with the hashes of their
/// secrets, like [AccessKeys]: every server on one store knows them, and whoever reads the store
/// cannot use them. A session of an API key has the scopes of that key, and ends with it.
public final class Sessions implements Authenticator {

  private static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "access", "sessions");

  /// A tenant that has more loses the one that ends first.
  private static final int MOST = 200;

  private static final Register.Limit LIMIT =
      new Register.Limit("sessions", MOST + 50, 1L << 20, Long.MAX_VALUE);

  private static final Duration STALE = Duration.ofSeconds(2);

  private final Register<StoredSession> register;
  private final AccessKeys keys;
  private final InstantSource clock;
  private final MissedReads misses;
  private final Map<Payload, StoredSession> byHash = new ConcurrentHashMap<>();
  private final Map<Register.Name, Payload> hashes = new ConcurrentHashMap<>();

  Sessions(Ledger ledger, AccessKeys keys, InstantSource clock) {
    this.register = new Register<>(ledger, KEY, StoredSession.FORM, LIMIT, clock);
    this.keys = keys;
    this.clock = clock;
    this.misses = new MissedReads(clock);
    register.failOnUnreadableChanges();
    register.follow(this::follow);
  }

  /// A session and its secret, which is returned here and nowhere else.
  public record Opened(String secret, Session session) {}

  /// What is known of a session.
  ///
  /// @param label the label of its key, or the subject of its token
  public record Session(Caller caller, String label, Instant expiresAt) {}

  /// Opens a session of somebody who just showed a credential.
  public Opened open(Caller caller, String label, Duration longest) {
    Instant now = clock.instant();
    makeRoom(caller.tenant(), now);
    String secret = KeyText.freshSecret();
    Instant end = now.plus(longest);
    StoredSession stored =
        new StoredSession(KeyText.freshId(), caller, label, end, KeyText.hash(secret));
    register.change(stored.name(), _ -> stored);
    return new Opened(secret, new Session(caller, label, end));
  }

  /// The label of a key, for its sessions.
  public String labelOf(Caller caller) {
    return keyOf(caller).map(AccessKey::label).orElse(caller.name());
  }

  /// Ends a session; ending it again changes nothing.
  public void end(String secret) {
    stored(secret).ifPresent(session -> register.change(session.name(), _ -> null));
  }

  /// The session with this secret, unless it has ended.
  public Optional<Session> find(String secret) {
    return stored(secret).flatMap(this::current);
  }

  @Override
  public Optional<Caller> authenticate(Credentials credentials) {
    return credentials.onlySession().flatMap(this::find).map(Session::caller);
  }

  /// A token that only a page of this server can read: another site can send the cookie of a
  /// session, but does not know this.
  public static String csrfToken(String secret) {
    return KeyText.encoded(KeyText.hash("csrf:" + secret).bytesWithoutCopy());
  }

  public static boolean isCsrfToken(String secret, @Nullable String shown) {
    byte[] expected = csrfToken(secret).getBytes(UTF_8);
    return shown != null && MessageDigest.isEqual(expected, shown.getBytes(UTF_8));
  }

  private Optional<StoredSession> stored(String secret) {
    Payload hash = KeyText.hash(secret);
    register.requireNewerThan(STALE);
    StoredSession found = byHash.get(hash);
    if (found == null && KeyText.isSecret(secret) && misses.isAllowed()) {
      register.requireNewerThan(Duration.ZERO);
      found = byHash.get(hash);
    }
    return Optional.ofNullable(found);
  }

  /// A session of a key has the current scopes of its key.
  private Optional<Session> current(StoredSession stored) {
    if (!clock.instant().isBefore(stored.expiresAt())) {
      return Optional.empty();
    }
    Caller opened = stored.caller();
    return isOfKey(opened)
        ? keyOf(opened)
            .map(key -> new Session(AccessKeys.caller(key), stored.label(), earlier(stored, key)))
        : Optional.of(new Session(opened, stored.label(), stored.expiresAt()));
  }

  private static Instant earlier(StoredSession stored, AccessKey key) {
    Instant end = key.expiresAt();
    return end != null && end.isBefore(stored.expiresAt()) ? end : stored.expiresAt();
  }

  private static boolean isOfKey(Caller caller) {
    return caller.name().startsWith(AccessKeys.CALLER);
  }

  private Optional<AccessKey> keyOf(Caller caller) {
    return isOfKey(caller)
        ? keys.usable(caller.tenant(), caller.name().substring(AccessKeys.CALLER.length()))
        : Optional.empty();
  }

  private void makeRoom(String tenant, Instant now) {
    List<StoredSession> theirs =
        register.readAll().values().stream()
            .filter(session -> session.caller().tenant().equals(tenant))
            .sorted(Comparator.comparing(StoredSession::expiresAt))
            .toList();
    int tooMany = theirs.size() - MOST + 1;
    for (int i = 0; i < theirs.size(); i++) {
      StoredSession session = theirs.get(i);
      if (i < tooMany || !now.isBefore(session.expiresAt())) {
        register.change(session.name(), _ -> null);
      }
    }
  }

  private void follow(Register.Change<StoredSession> change) {
    StoredSession after = change.value();
    Payload before =
        after == null ? hashes.remove(change.name()) : hashes.put(change.name(), after.hash());
    if (before != null) {
      byHash.remove(before);
    }
    if (after != null) {
      byHash.put(after.hash(), after);
    }
  }
}
