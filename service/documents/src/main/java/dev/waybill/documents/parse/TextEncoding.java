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

  private static final int PIECE = 8 * 1024;

  /// How many characters are kept of a text: enough to know its type.
  private static final int FIRST = 64 * 1024;

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

  /// The beginning of a text.
  ///
  /// @param text its first characters, without the byte order mark
  /// @param isBlank whether all of it is
  record Beginning(String text, boolean isBlank) {}

  /// Reads text in small pieces; empty if the bytes are not text. The last character may be cut
  /// off.
  static Optional<Beginning> read(byte[] bytes) {
    CharsetDecoder decoder =
        of(bytes)
            .orElse(StandardCharsets.UTF_8)
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer piece = CharBuffer.allocate(PIECE);
    StringBuilder first = new StringBuilder();
    boolean blank = true;
    CoderResult result;
    do {
      result = decoder.decode(in, piece.clear(), false);
      if (result.isError() || !isText(piece.flip())) {
        return Optional.empty();
      }
      String text = blank || first.length() < FIRST ? piece.toString() : "";
      text = first.isEmpty() ? withoutMark(text) : text;
      blank = blank && text.isBlank();
      first.append(text, 0, Math.min(text.length(), FIRST - first.length()));
    } while (result.isOverflow());
    return Optional.of(new Beginning(first.toString(), blank));
  }

  private static boolean isText(CharBuffer piece) {
    for (int i = 0; i < piece.length(); i++) {
      if (!isText(piece.charAt(i))) {
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
