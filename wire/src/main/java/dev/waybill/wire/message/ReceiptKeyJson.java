package dev.waybill.wire.message;

import dev.waybill.message.ReceiptKey;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.util.List;

/// Keys of receipts as a JSON Web Key Set (RFC 7517 and 8037), which tools for signatures read.
public final class ReceiptKeyJson {

  private static final int MOST = 1_000;

  private static final Fields<ReceiptKey> FIELDS =
      Fields.of("ReceiptKey", "A public key as a JSON Web Key (RFC 8037).");
  private static final Slot.Of<String> ID =
      FIELDS.text("kid", ReceiptKey::id, "ID of the key, as in signatures.");

  static {
    FIELDS.text("kty", _ -> "OKP", "`OKP`.");
    FIELDS.text("crv", _ -> "Ed25519", "`Ed25519`.");
    FIELDS.text("alg", _ -> ReceiptSignature.ALGORITHM, "`EdDSA`.");
    FIELDS.text("use", _ -> "sig", "`sig`.");
  }

  private static final Slot.Of<String> KEY =
      FIELDS.text("x", ReceiptKey::publicKey, "The key, as Base64 for URLs.");

  public static final Document<List<ReceiptKey>> LIST =
      ListJson.of(
          "ReceiptKeys",
          "The keys that verify receipts, as a JSON Web Key Set.",
          "keys",
          FIELDS.make(in -> new ReceiptKey(in.get(ID), in.get(KEY))),
          MOST);

  private ReceiptKeyJson() {}
}
