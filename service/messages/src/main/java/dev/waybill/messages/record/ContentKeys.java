package dev.waybill.messages.record;

import com.google.crypto.tink.subtle.AesGcmJce;
import com.google.crypto.tink.subtle.Random;
import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.base.Recent;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts the contents of messages with AES-256-GCM. Each message has a key of its own, which is
/// stored encrypted with the key of its tenant. Deleting the key of a message erases its content.
public final class ContentKeys {

  /// How many bytes longer a sealed part is: those of the nonce and of the tag.
  static final int OVERHEAD = 12 + 16;

  private static final int KEY_BYTES = 32;
  private static final String HMAC = "HmacSHA256";
  private static final String KIND = "msg.tenant_key";
  private static final int TENANTS_CACHED = 1_000;

  private final Ledger ledger;
  private final Recent<String, byte[]> tenantKeys = new Recent<>(TENANTS_CACHED);

  public ContentKeys(Ledger ledger) {
    this.ledger = ledger;
  }

  /// A new key for one message.
  static byte[] newKey() {
    return Random.randBytes(KEY_BYTES);
  }

  public byte[] wrap(String tenant, String messageId, byte[] key) {
    return encrypt(tenantKey(tenant), key, "key/" + tenant + '/' + messageId);
  }

  public byte[] unwrap(String tenant, String messageId, byte[] wrapped) {
    return decrypt(tenantKey(tenant), wrapped, "key/" + tenant + '/' + messageId);
  }

  /// A name for a recipient that tells nothing without the key of the tenant.
  String nameOf(String tenant, String channel, String recipient) {
    byte[] key = hmac(tenantKey(tenant), "recipients");
    return HexFormat.of().formatHex(hmac(key, channel + '\n' + recipient));
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException("every JDK has " + HMAC, failed);
    }
  }

  /// @param place where the part of a message belongs
  static byte[] seal(byte[] key, String place, byte[] part) {
    return encrypt(key, part, place);
  }

  static byte[] open(byte[] key, String place, byte[] sealed) {
    return decrypt(key, sealed, place);
  }

  private byte[] tenantKey(String tenant) {
    return tenantKeys.get(
        tenant, () -> storedKey(ledger, new LedgerKey(Tenants.SYSTEM, KIND, tenant)));
  }

  /// Creates a key of 32 random bytes on first use; of several servers the first wins.
  static byte[] storedKey(Ledger ledger, LedgerKey key) {
    var known = ledger.history(key, 0, 1);
    if (known.isEmpty()) {
      ledger.record(List.of(Fact.of(key, 1, "created", Instant.EPOCH, fresh())));
      known = ledger.history(key, 0, 1);
    }
    return known.getFirst().fact().data().bytes();
  }

  private static Payload fresh() {
    return Payload.wrap(newKey());
  }

  private static byte[] encrypt(byte[] key, byte[] plain, String context) {
    try {
      return new AesGcmJce(key).encrypt(plain, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException("cannot encrypt the content of a message", failed);
    }
  }

  private static byte[] decrypt(byte[] key, byte[] sealed, String context) {
    try {
      return new AesGcmJce(key).decrypt(sealed, context.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException failed) {
      throw new WaybillException(
          Code.CORRUPT, "the content of a message cannot be decrypted: it was changed", failed);
    }
  }
}
