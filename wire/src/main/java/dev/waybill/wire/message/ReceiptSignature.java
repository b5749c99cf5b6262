package dev.waybill.wire.message;

import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.ErasureReceipt.Statement;
import dev.waybill.message.ReceiptKey;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.Slot;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The signature of a receipt: a JSON Web Signature in its compact form with the algorithm `EdDSA`
/// (RFC 7515 and 8037).
public final class ReceiptSignature {

  static final String ALGORITHM = "EdDSA";

  /// What precedes the 32 bytes of an Ed25519 key in its X.509 form (RFC 8410).
  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private static final int PARTS = 3;

  private record Header(String algorithm, String keyId) {}

  private static final Fields<Header> FIELDS = Fields.of("ReceiptHeader", "How it is signed.");
  private static final Slot.Of<String> ALG = FIELDS.text("alg", Header::algorithm, "`EdDSA`.");
  private static final Slot.Of<String> KID = FIELDS.text("kid", Header::keyId, "The key.");
  private static final Document<Header> HEADER =
      FIELDS.make(in -> new Header(in.get(ALG), in.get(KID)));

  private ReceiptSignature() {}

  /// @param signing signs bytes with the key of this ID
  public static ErasureReceipt sign(
      Statement statement, String keyId, UnaryOperator<byte[]> signing) {
    String text =
        encoded(HEADER.bytes(new Header(ALGORITHM, keyId)))
            + '.'
            + encoded(ErasureReceiptJson.STATEMENT.bytes(statement));
    return new ErasureReceipt(statement, text + '.' + encoded(signing.apply(ascii(text))));
  }

  /// What is wrong with a receipt; empty if one of the keys signed exactly this.
  public static Optional<String> problem(ErasureReceipt receipt, List<ReceiptKey> keys) {
    String[] parts = receipt.signature().split("\\.", -1);
    if (parts.length != PARTS) {
      return Optional.of("the signature is not a JSON Web Signature");
    }
    try {
      Header header = HEADER.readAnswer(decoded(parts[0]));
      Optional<ReceiptKey> key =
          keys.stream().filter(one -> one.id().equals(header.keyId())).findFirst();
      if (key.isEmpty() || !header.algorithm().equals(ALGORITHM)) {
        return Optional.of("the receipt is signed with an unknown key: " + header.keyId());
      }
      if (!isSigned(parts, key.get())) {
        return Optional.of("the signature is wrong");
      }
      Statement signed = ErasureReceiptJson.STATEMENT.readAnswer(decoded(parts[1]));
      return signed.equals(receipt.statement())
          ? Optional.empty()
          : Optional.of("the receipt differs from what was signed");
    } catch (InvalidDocument | IllegalArgumentException | GeneralSecurityException malformed) {
      return Optional.of("the signature cannot be read: " + malformed.getMessage());
    }
  }

  private static boolean isSigned(String[] parts, ReceiptKey key) throws GeneralSecurityException {
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(publicKey(decoded(key.publicKey())));
    verifier.update(ascii(parts[0] + '.' + parts[1]));
    return verifier.verify(decoded(parts[2]));
  }

  private static PublicKey publicKey(byte[] raw) throws GeneralSecurityException {
    byte[] encoded = new byte[X509_PREFIX.length + raw.length];
    System.arraycopy(X509_PREFIX, 0, encoded, 0, X509_PREFIX.length);
    System.arraycopy(raw, 0, encoded, X509_PREFIX.length, raw.length);
    return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] decoded(String text) {
    return Base64.getUrlDecoder().decode(text);
  }
}
