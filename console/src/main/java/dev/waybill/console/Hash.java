package dev.waybill.console;

import dev.waybill.base.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/// A short name for content: the same files have the same one.
final class Hash {

  private static final int LENGTH = 16;

  private Hash() {}

  static String of(Map<String, byte[]> files) {
    MessageDigest digest = Sha256.digest();
    new TreeMap<>(files)
        .forEach(
            (name, bytes) -> {
              digest.update(name.getBytes(StandardCharsets.UTF_8));
              digest.update((byte) 0);
              digest.update(bytes);
            });
    return HexFormat.of().formatHex(digest.digest()).substring(0, LENGTH);
  }
}
