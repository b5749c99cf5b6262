package dev.waybill.wire;

import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.Page;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.Set;

/// API keys as JSON: over the network and in the ledger.
public final class AccessKeyJson {

  private static final Codec<Set<Scope>> SCOPES_CODEC = Codecs.words(Scope.class);

  private static final Fields<AccessKey> FIELDS =
      Fields.of("AccessKey", "An API key, without its text.");
  private static final Slot.Of<String> ID = FIELDS.text("id", AccessKey::id, "ID of the key.");
  private static final Slot.Of<String> TENANT =
      FIELDS.text("tenant", AccessKey::tenant, "Tenant of the key.");
  private static final Slot.Of<Set<Scope>> SCOPES =
      FIELDS.required("scopes", SCOPES_CODEC, AccessKey::scopes, "Scopes that it grants.");
  private static final Slot.Of<String> LABEL =
      FIELDS.text("label", AccessKey::label, "Purpose of the key.");
  private static final Slot.Of<String> LAST_FOUR =
      FIELDS.text("last_four", AccessKey::lastFour, "The last four characters of the key.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, AccessKey::createdAt, "When it was created.");
  private static final Slot.Maybe<Instant> EXPIRES_AT =
      FIELDS.optional(
          "expires_at", TIME, AccessKey::expiresAt, "When it expires; absent if it does not.");
  private static final Slot.Maybe<Instant> REVOKED_AT =
      FIELDS.optional(
          "revoked_at", TIME, AccessKey::revokedAt, "When it was revoked; absent if it was not.");

  public static final Document<AccessKey> DOCUMENT =
      FIELDS.make(
          in ->
              new AccessKey(
                  in.get(ID),
                  in.get(TENANT),
                  new NewAccessKey(in.get(SCOPES), in.get(LABEL), in.get(EXPIRES_AT)),
                  in.get(LAST_FOUR),
                  in.get(CREATED_AT),
                  in.get(REVOKED_AT)));

  public static final Document<Page<AccessKey>> PAGE = PageJson.of(DOCUMENT);

  /// A request for a key, without the tenant, which is that of the caller.
  public static final Document<NewAccessKey> NEW = requested();

  public static final Document<CreatedKey> CREATED = created();

  private AccessKeyJson() {}

  private static Document<NewAccessKey> requested() {
    Fields<NewAccessKey> fields = Fields.of("NewAccessKey", "An API key to create.");
    var scopes =
        fields.required("scopes", SCOPES_CODEC, NewAccessKey::scopes, "Scopes that it grants.");
    var label = fields.text("label", NewAccessKey::label, "Purpose of the key.");
    var expires =
        fields.optional(
            "expires_at", TIME, NewAccessKey::expiresAt, "When it expires; default is never.");
    return fields.make(in -> new NewAccessKey(in.get(scopes), in.get(label), in.get(expires)));
  }

  private static Document<CreatedKey> created() {
    Fields<CreatedKey> fields = Fields.of("CreatedAccessKey", "An API key that was created.");
    var key = fields.required("key", DOCUMENT, CreatedKey::key, "The key, without its text.");
    var text = fields.text("text", CreatedKey::text, "The key itself. It is not shown again.");
    return fields.make(in -> new CreatedKey(in.get(key), in.get(text)));
  }
}
