package dev.waybill.documents.parse;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The encodings of text files: UTF-8, and UTF-16 with a byte order mark.
public final class TextEncoding {

  private TextEncoding() {}

  /// The encoding that the byte order mark names; empty without one.
  public static Optional<Charset> of(byte[] beginning) {
    if (starts(beginning, 0xEF, 0xBB, 0xBF)) {
      return Optional.of(StandardCharsets.UTF_8);
    }
    if (starts(beginning, 0xFF, 0xFE)) {
      return Optional.of(StandardCharsets.UTF_16LE);
    }
    return starts(beginning, 0xFE, 0xFF)
        ? Optional.of(StandardCharsets.UTF_16BE)
        : Optional.empty();
  }

  /// The text without its byte order mark, or empty if the bytes are not text. The last character
  /// may be cut off.
  static Optional<String> decode(byte[] beginning) {
    CharsetDecoder decoder =
        of(beginning)
            .orElse(StandardCharsets.UTF_8)
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer text = CharBuffer.allocate(beginning.length + 1);
    CoderResult result = decoder.decode(ByteBuffer.wrap(beginning), text, false);
    if (result.isError()) {
      return Optional.empty();
    }
    String decoded = withoutMark(text.flip().toString());
    return isText(decoded) ? Optional.of(decoded) : Optional.empty();
  }

  private static boolean isText(String decoded) {
    for (int i = 0; i < decoded.length(); i++) {
      if (!isText(decoded.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  public static String withoutMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /// Escape is in logs of terminals.
  private static boolean isText(char c) {
    return c >= ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\u001B';
  }

  private static boolean starts(byte[] bytes, int... start) {
    if (bytes.length < start.length) {
      return false;
    }
    for (int i = 0; i < start.length; i++) {
      if ((bytes[i] & 0xFF) != start[i]) {
        return false;
      }
    }
    return true;
  }
}
