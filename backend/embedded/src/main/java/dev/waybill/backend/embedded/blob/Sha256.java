package dev.waybill.backend.embedded.blob;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

public final class Sha256 {

  private Sha256() {}

  public static byte[] of(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java platform supports SHA-256", impossible);
    }
  }
}
