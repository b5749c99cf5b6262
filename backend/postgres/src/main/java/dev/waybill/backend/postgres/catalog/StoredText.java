package dev.waybill.backend.postgres.catalog;

import dev.waybill.base.Sha256;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Texts and values of the search index as PostgreSQL can store them: a text has no NUL there.
final class StoredText {

  private StoredText() {}

  static String of(String text) {
    return text.indexOf('\0') < 0 && text.indexOf('\\') < 0
        ? text
        : text.replace("\\", "\\\\").replace("\0", "\\0");
  }

  static String original(String stored) {
    if (stored.indexOf('\\') < 0) {
      return stored;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < stored.length(); i++) {
      char c = stored.charAt(i);
      if (c == '\\') {
        i++;
        text.append(stored.charAt(i) == '0' ? '\0' : '\\');
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  static byte[] bytes(Map<String, String> values) {
    ByteWriter out = new ByteWriter(64);
    new TreeMap<>(values).forEach((name, value) -> out.putText(name).putText(value));
    return out.copy();
  }

  static Map<String, String> values(byte[] bytes) {
    Map<String, String> values = new HashMap<>();
    ByteReader in = new ByteReader(bytes);
    while (in.hasMore()) {
      values.put(in.getText(), in.getText());
    }
    return values;
  }

  /// Stands for a name and a value in the index: 64 bits of a SHA-256.
  static long filter(String name, String value) {
    MessageDigest digest = Sha256.digest();
    byte[] first = name.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(4).putInt(first.length).flip());
    digest.update(first);
    return ByteBuffer.wrap(digest.digest(value.getBytes(StandardCharsets.UTF_8))).getLong();
  }
}
