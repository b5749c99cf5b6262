package dev.waybill.server.auth;

import dev.waybill.Payload;
import dev.waybill.admin.AccessKey;
import dev.waybill.engine.register.Register;
import dev.waybill.wire.AccessKeyJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.time.Instant;
import java.util.HexFormat;

/// A key as stored in the ledger.
///
/// @param hash the SHA-256 of its text
record StoredKey(AccessKey key, Payload hash) {

  static final Register.Form<StoredKey> FORM = form();

  Register.Name name() {
    return new Register.Name(key.tenant(), key.id());
  }

  /// Unchanged if it was revoked before.
  StoredKey revoked(Instant at) {
    return key.revokedAt() == null ? new StoredKey(key.revoked(at), hash) : this;
  }

  private String sha256() {
    return HexFormat.of().formatHex(hash.bytesWithoutCopy());
  }

  private static Register.Form<StoredKey> form() {
    Fields<StoredKey> fields = Fields.of("StoredKey", "An API key with the hash of its text.");
    var key =
        fields.required("key", AccessKeyJson.DOCUMENT, StoredKey::key, "The key without its text.");
    var hash = fields.text("sha256", StoredKey::sha256, "Hash of its text, in hexadecimal.");
    Document<StoredKey> document =
        fields.make(
            in -> new StoredKey(in.get(key), Payload.wrap(HexFormat.of().parseHex(in.get(hash)))));
    return new Register.Form<>(document::bytes, document::read);
  }
}
