package dev.waybill.server.auth;

import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.words;

import dev.waybill.Payload;
import dev.waybill.admin.Scope;
import dev.waybill.engine.register.Register;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.time.Instant;
import java.util.HexFormat;

/// A session as stored in the ledger.
///
/// @param caller who signed in
/// @param hash the SHA-256 of its secret
record StoredSession(String id, Caller caller, String label, Instant expiresAt, Payload hash) {

  static final Register.Form<StoredSession> FORM = form();

  Register.Name name() {
    return new Register.Name(caller.tenant(), id);
  }

  private String sha256() {
    return HexFormat.of().formatHex(hash.bytesWithoutCopy());
  }

  private static Register.Form<StoredSession> form() {
    Fields<StoredSession> fields =
        Fields.of("StoredSession", "A session with the hash of its secret.");
    var id = fields.text("id", StoredSession::id, "ID of the session.");
    var tenant = fields.text("tenant", session -> session.caller().tenant(), "Its tenant.");
    var name = fields.text("name", session -> session.caller().name(), "Who signed in.");
    var scopes =
        fields.required(
            "scopes", words(Scope.class), session -> session.caller().scopes(), "Its scopes.");
    var label = fields.text("label", StoredSession::label, "Label of its key or token.");
    var expires = fields.required("expires_at", TIME, StoredSession::expiresAt, "When it ends.");
    var hash = fields.text("sha256", StoredSession::sha256, "Hash of its secret.");
    Document<StoredSession> document =
        fields.make(
            in ->
                new StoredSession(
                    in.get(id),
                    new Caller(in.get(tenant), in.get(name), in.get(scopes)),
                    in.get(label),
                    in.get(expires),
                    Payload.wrap(HexFormat.of().parseHex(in.get(hash)))));
    return new Register.Form<>(document::bytes, document::read);
  }
}
