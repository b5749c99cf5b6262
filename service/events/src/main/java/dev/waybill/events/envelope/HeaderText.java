package dev.waybill.events.envelope;

import dev.waybill.WaybillException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Encodes text as the value of an HTTP header by the CloudEvents HTTP binding: everything except
/// printable ASCII, and also space, quote and percent, is percent-encoded UTF-8.
final class HeaderText {

  private static final String HEX = "0123456789ABCDEF";

  private HeaderText() {}

  static String encode(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b > ' ' && b < 0x7F && b != '"' && b != '%') {
        out.append((char) b);
      } else {
        appendEncoded(out, b);
      }
    }
    return out.toString();
  }

  static void appendEncoded(StringBuilder out, byte b) {
    out.append('%').append(HEX.charAt((b >> 4) & 0xF)).append(HEX.charAt(b & 0xF));
  }

  /// @param header the name, for the error message
  static String decode(String header, String value) {
    String plain = unquoted(value.strip());
    if (plain.indexOf('%') < 0) {
      return plain;
    }
    byte[] bytes = percentDecoded(plain);
    try {
      EnvelopeBytes.hasEscapes(bytes);
    } catch (WaybillException refusal) {
      throw Invalid.at(header, "is not percent-encoded UTF-8; encode its bytes as %XY");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// Older senders write spaces and quotes in a quoted string.
  private static String unquoted(String value) {
    if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
      return value;
    }
    StringBuilder out = new StringBuilder(value.length());
    for (int i = 1; i < value.length() - 1; i++) {
      boolean escaped = value.charAt(i) == '\\' && i + 1 < value.length() - 1;
      out.append(value.charAt(escaped ? ++i : i));
    }
    return out.toString();
  }

  /// A percent sign without two hex digits stands for itself.
  private static byte[] percentDecoded(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    int i = 0;
    while (i < bytes.length) {
      boolean encoded = bytes[i] == '%' && isHex(bytes, i + 1) && isHex(bytes, i + 2);
      out.write(encoded ? hex(bytes[i + 1]) << 4 | hex(bytes[i + 2]) : bytes[i]);
      i += encoded ? 3 : 1;
    }
    return out.toByteArray();
  }

  private static boolean isHex(byte[] bytes, int at) {
    return at < bytes.length && hex(bytes[at]) >= 0;
  }

  private static int hex(byte digit) {
    return Character.digit(digit, 16);
  }
}
