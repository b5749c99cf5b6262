package dev.waybill.backend.embedded;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

final class Sha256 {

  private Sha256() {}

  static byte[] of(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java platform has SHA-256", impossible);
    }
  }
}
