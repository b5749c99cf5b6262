package dev.waybill.wire;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;
import static dev.waybill.wire.json.Codecs.words;

import dev.waybill.admin.Scope;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The access of a caller, for pages that show what it may do.
///
/// @param signIn the ways to sign in, if there is no access
/// @param who null if there is no access
/// @param csrfToken null unless there is a session
/// @param expiresAt null if it does not end by itself
public record SessionJson(
    Mode mode,
    List<String> signIn,
    @Nullable Identity who,
    @Nullable String csrfToken,
    @Nullable Instant expiresAt) {

  public enum Mode {
    /// Everybody has access.
    OPEN,
    /// Nobody is signed in.
    NONE,
    /// The call has a credential of its own.
    KEY,
    SESSION
  }

  /// @param subject the caller as in the audit log
  /// @param label a name of the caller for people
  public record Identity(String tenant, String subject, String label, Set<Scope> scopes) {}

  private static final int WAYS = 10;

  private static final Fields<SessionJson> FIELDS =
      Fields.of("Session", "The access of the caller.");
  private static final Slot.Of<Mode> MODE =
      FIELDS.required(
          "mode",
          word(Mode.class),
          SessionJson::mode,
          "`open`: the server needs no credential. `none`: sign in first. `key`: the call has an"
              + " API key or a token. `session`: the call has the cookie of a session.");
  private static final Slot.Of<List<String>> SIGN_IN =
      FIELDS.some("sign_in", TEXT, WAYS, SessionJson::signIn, "Ways to sign in: `key` and `oidc`.");
  private static final Slot.Maybe<String> TENANT =
      FIELDS.optional("tenant", TEXT, in -> in.of(Identity::tenant), "Tenant of the caller.");
  private static final Slot.Maybe<String> SUBJECT =
      FIELDS.optional(
          "subject", TEXT, in -> in.of(Identity::subject), "Caller as in the audit log.");
  private static final Slot.Maybe<String> LABEL =
      FIELDS.optional("label", TEXT, in -> in.of(Identity::label), "Name of the caller.");
  private static final Slot.Maybe<Set<Scope>> SCOPES =
      FIELDS.optional(
          "scopes", words(Scope.class), in -> in.of(Identity::scopes), "Scopes of the caller.");
  private static final Slot.Maybe<String> CSRF_TOKEN =
      FIELDS.optional(
          "csrf_token",
          TEXT,
          SessionJson::csrfToken,
          "Send it as `X-Waybill-CSRF` with every call that is not GET or HEAD.");
  private static final Slot.Maybe<Instant> EXPIRES_AT =
      FIELDS.optional("expires_at", TIME, SessionJson::expiresAt, "When the session ends.");

  public static final Document<SessionJson> DOCUMENT =
      FIELDS.make(
          in ->
              new SessionJson(
                  in.get(MODE),
                  in.get(SIGN_IN),
                  identity(in.get(TENANT), in.get(SUBJECT), in.get(LABEL), in.get(SCOPES)),
                  in.get(CSRF_TOKEN),
                  in.get(EXPIRES_AT)));

  /// A request to sign in: the text of an API key.
  public static final Document<String> SIGN_IN_REQUEST = request();

  private <V> @Nullable V of(Function<Identity, V> part) {
    return who == null ? null : part.apply(who);
  }

  private static @Nullable Identity identity(
      @Nullable String tenant,
      @Nullable String subject,
      @Nullable String label,
      @Nullable Set<Scope> scopes) {
    return tenant == null || subject == null || label == null || scopes == null
        ? null
        : new Identity(tenant, subject, label, scopes);
  }

  private static Document<String> request() {
    Fields<String> fields = Fields.of("SignIn", "Sign in with an API key.");
    var key = fields.text("api_key", text -> text, "The API key, `wbk_` and 43 characters.");
    return fields.make(in -> in.get(key));
  }
}
