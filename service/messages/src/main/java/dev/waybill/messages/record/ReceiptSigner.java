package dev.waybill.messages.record;

import com.google.crypto.tink.subtle.Ed25519Sign;
import dev.waybill.Tenants;
import dev.waybill.base.Sha256;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.ReceiptKey;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.message.ReceiptSignature;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Signs receipts with the Ed25519 key of the store, which all its servers share.
public final class ReceiptSigner {

  private static final LedgerKey KEY = new LedgerKey(Tenants.SYSTEM, "msg.receipt_key", "");
  private static final int ID_DIGITS = 16;

  private final Ledger ledger;
  private @Nullable Signing signing;

  private record Signing(ReceiptKey key, Ed25519Sign signer) {}

  public ReceiptSigner(Ledger ledger) {
    this.ledger = ledger;
  }

  public ErasureReceipt sign(ErasureReceipt.Statement statement) {
    Signing with = signing();
    return ReceiptSignature.sign(statement, with.key().id(), bytes -> signature(with, bytes));
  }

  public List<ReceiptKey> keys() {
    return List.of(signing().key());
  }

  private static byte[] signature(Signing with, byte[] bytes) {
    try {
      return with.signer().sign(bytes);
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException("cannot sign a receipt", failed);
    }
  }

  private synchronized Signing signing() {
    Signing known = signing == null ? read() : signing;
    signing = known;
    return known;
  }

  private Signing read() {
    byte[] seed = ContentKeys.storedKey(ledger, KEY);
    try {
      byte[] open = Ed25519Sign.KeyPair.newKeyPairFromSeed(seed).getPublicKey();
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(open);
      return new Signing(new ReceiptKey(id(open), text), new Ed25519Sign(seed));
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException("cannot read the key of receipts", failed);
    }
  }

  private static String id(byte[] key) {
    return Sha256.hex(key).substring(0, ID_DIGITS);
  }
}
