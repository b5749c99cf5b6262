package dev.waybill.server.auth;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.admin.AccessKey;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.AccessKeyJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HexFormat;

/// The facts about keys: a key was created, with the hash of its text, or revoked.
final class KeyFacts {

  static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "access", "keys");

  private static final System.Logger LOG = System.getLogger(KeyFacts.class.getName());
  private static final String CREATED = "created";
  private static final String REVOKED = "revoked";

  private record Creation(AccessKey key, String sha256) {}

  private record Revocation(String tenant, String id) {}

  private static final Document<Creation> CREATION = creation();
  private static final Document<Revocation> REVOCATION = revocation();

  private KeyFacts() {}

  static Fact created(AccessKey key, Payload hash) {
    String sha256 = HexFormat.of().formatHex(hash.bytesWithoutCopy());
    byte[] data = CREATION.bytes(new Creation(key, sha256));
    return fact(CREATED, key.id(), key.createdAt(), data);
  }

  static Fact revoked(AccessKey key, Instant at) {
    byte[] data = REVOCATION.bytes(new Revocation(key.tenant(), key.id()));
    return fact(REVOKED, key.id(), at, data);
  }

  private static Fact fact(String state, String id, Instant at, byte[] data) {
    return Fact.of(KEY, 1, state + ":" + id, at, Payload.wrap(data)).withState(state);
  }

  /// A fact that cannot be read must not hide later ones: keys could then neither be used nor
  /// revoked. A revocation names its key in its type, so it always applies.
  static void apply(Fact fact, KeyRing ring, Instant now) {
    try {
      read(fact, ring, now);
    } catch (RuntimeException unreadable) {
      LOG.log(Level.ERROR, "access keys: {0} cannot be read: {1}", fact.type(), unreadable);
      if (fact.type().startsWith(REVOKED + ":")) {
        ring.revoke(fact.type().substring(REVOKED.length() + 1), fact.at());
      }
    }
  }

  private static void read(Fact fact, KeyRing ring, Instant now) {
    byte[] data = fact.data().bytesWithoutCopy();
    switch (fact.state()) {
      case CREATED -> addTo(ring, CREATION.read(data), now);
      case REVOKED -> revokeIn(ring, REVOCATION.read(data), fact.at());
      default -> throw new IllegalStateException("unknown fact about keys: " + fact.type());
    }
  }

  private static void addTo(KeyRing ring, Creation made, Instant now) {
    ring.add(made.key(), Payload.wrap(HexFormat.of().parseHex(made.sha256())));
    ring.forgetEnded(made.key().tenant(), now);
  }

  private static void revokeIn(KeyRing ring, Revocation gone, Instant at) {
    ring.revoke(gone.tenant(), gone.id(), at);
  }

  private static Document<Creation> creation() {
    Fields<Creation> fields = Fields.of("KeyCreation", "A key was created.");
    var key =
        fields.required("key", AccessKeyJson.DOCUMENT, Creation::key, "The key without its text.");
    var hash = fields.text("sha256", Creation::sha256, "Hash of its text, in hexadecimal.");
    return fields.make(in -> new Creation(in.get(key), in.get(hash)));
  }

  private static Document<Revocation> revocation() {
    Fields<Revocation> fields = Fields.of("KeyRevocation", "A key was revoked.");
    var tenant = fields.text("tenant", Revocation::tenant, "Tenant of the key.");
    var id = fields.text("id", Revocation::id, "ID of the key.");
    return fields.make(in -> new Revocation(in.get(tenant), in.get(id)));
  }
}
