package dev.waybill.server.auth;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.wire.JsonIn;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.Shape;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of an API key, as JSON: over the network and in the ledger.
public final class AccessKeyJson {

  public static final Shape.Kind SCOPES = new Shape.Items(Shape.Words.of(Scope.class));

  public static final Shape SHAPE =
      Shape.of(
          "AccessKey",
          "What is known of an API key.",
          required("id", TEXT, "Its name."),
          required("tenant", TEXT, "Whose it is."),
          required("scopes", SCOPES, "What it allows."),
          required("label", TEXT, "What it is for."),
          required("last_four", TEXT, "How the key ends."),
          required("created_at", TIME, "When it was made."),
          optional("expires_at", TIME, "When it ends; not there where it does not."),
          optional("revoked_at", TIME, "When it was revoked; not there where it holds."));

  private AccessKeyJson() {}

  public static AccessKey read(JsonIn in) {
    var found =
        new Object() {
          String id = "";
          String tenant = "";
          Set<Scope> scopes = Set.of();
          String label = "";
          String lastFour = "";
          Instant createdAt = Instant.EPOCH;
          @Nullable Instant expiresAt;
          @Nullable Instant revokedAt;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "id" -> found.id = in.text();
            case "tenant" -> found.tenant = in.text();
            case "scopes" -> found.scopes = readScopes(in);
            case "label" -> found.label = in.text();
            case "last_four" -> found.lastFour = in.text();
            case "created_at" -> found.createdAt = in.time();
            case "expires_at" -> found.expiresAt = in.time();
            case "revoked_at" -> found.revokedAt = in.time();
            default -> throw in.error("unknown_field", field);
          }
        });
    return new AccessKey(
        found.id,
        found.tenant,
        found.scopes,
        found.label,
        found.lastFour,
        found.createdAt,
        found.expiresAt,
        found.revokedAt);
  }

  public static Set<Scope> readScopes(JsonIn in) {
    List<Scope> scopes = in.list(Scope.values().length, () -> in.word(Scope.class));
    return scopes.isEmpty() ? Set.of() : EnumSet.copyOf(scopes);
  }

  public static void write(JsonOut out, AccessKey key) {
    out.text("id", key.id());
    out.text("tenant", key.tenant());
    out.texts("scopes", words(key.scopes()));
    out.text("label", key.label());
    out.text("last_four", key.lastFour());
    out.time("created_at", key.createdAt());
    out.time("expires_at", key.expiresAt());
    out.time("revoked_at", key.revokedAt());
  }

  private static List<String> words(Collection<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::wire).toList();
  }
}
