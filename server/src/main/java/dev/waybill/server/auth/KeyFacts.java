package dev.waybill.server.auth;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.Shape;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// What is recorded about keys: that one was made, with the hash of its text, and that one was
/// revoked.
final class KeyFacts {

  static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "access", "keys");

  private static final System.Logger LOG = System.getLogger(KeyFacts.class.getName());
  private static final String CREATED = "created";
  private static final String REVOKED = "revoked";

  private static final Shape CREATION =
      Shape.of(
          "KeyCreation",
          "A key was made.",
          required("key", new Shape.Part(AccessKeyJson.SHAPE), "What is known of it."),
          required("sha256", TEXT, "The hash of its text, in hexadecimal."));
  private static final Shape REVOCATION =
      Shape.of(
          "KeyRevocation",
          "A key was revoked.",
          required("tenant", TEXT, "Whose it was."),
          required("id", TEXT, "Its name."));

  private KeyFacts() {}

  static Fact created(AccessKey key, Payload hash) {
    byte[] data =
        JsonOut.write(
            out -> {
              out.object("key", fields -> AccessKeyJson.write(fields, key));
              out.text("sha256", HexFormat.of().formatHex(hash.bytesWithoutCopy()));
            });
    return fact(CREATED, key.id(), key.createdAt(), data);
  }

  static Fact revoked(AccessKey key, Instant at) {
    byte[] data =
        JsonOut.write(
            out -> {
              out.text("tenant", key.tenant());
              out.text("id", key.id());
            });
    return fact(REVOKED, key.id(), at, data);
  }

  private static Fact fact(String state, String id, Instant at, byte[] data) {
    return Fact.of(KEY, 1, state + ":" + id, at, Payload.wrap(data)).withState(state);
  }

  /// A fact that cannot be read must not hide those after it: keys could then neither be used nor
  /// revoked. A revocation names its key in its type, so it is kept in any case.
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
      case CREATED -> JsonIn.read(data, in -> addTo(ring, in, now));
      case REVOKED -> JsonIn.read(data, in -> revokeIn(ring, in, fact.at()));
      default -> throw new IllegalStateException("unknown fact about keys: " + fact.type());
    }
  }

  private static KeyRing addTo(KeyRing ring, JsonIn in, Instant now) {
    var found =
        new Object() {
          @Nullable AccessKey key;
          Payload hash = Payload.empty();
        };
    in.object(
        CREATION,
        field -> {
          if (field.equals("key")) {
            found.key = AccessKeyJson.read(in);
          } else {
            found.hash = Payload.wrap(HexFormat.of().parseHex(in.text()));
          }
        });
    if (found.key != null) {
      ring.add(found.key, found.hash);
      ring.forgetEnded(found.key.tenant(), now);
    }
    return ring;
  }

  private static KeyRing revokeIn(KeyRing ring, JsonIn in, Instant at) {
    var found =
        new Object() {
          String tenant = "";
          String id = "";
        };
    in.object(
        REVOCATION,
        field -> {
          if (field.equals("tenant")) {
            found.tenant = in.text();
          } else {
            found.id = in.text();
          }
        });
    ring.revoke(found.tenant, found.id, at);
    return ring;
  }
}
