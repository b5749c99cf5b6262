package dev.waybill.documents.parse;

import dev.waybill.documents.parse.Detected.Found;
import dev.waybill.documents.parse.Detected.Refused;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells types of text apart: HTML and e-mail by how they begin, the others by the name.
final class TextTypes {

  /// By the extension of the name; every other name is that of a plain text.
  private static final Map<String, FileType> EXTENSIONS =
      Map.of(
          "md", FileType.MARKDOWN,
          "markdown", FileType.MARKDOWN,
          "csv", FileType.CSV,
          "tsv", FileType.CSV,
          "html", FileType.HTML,
          "htm", FileType.HTML,
          "xhtml", FileType.HTML);

  private static final List<String> HTML_BEGINNINGS =
      List.of("<!doctype html", "<html", "<head", "<body");

  private static final Pattern HEADER = Pattern.compile("([!-9;-~]{1,76}):.*");

  /// Headers of which an e-mail has at least one in addition to `From`.
  private static final Set<String> OF_EMAIL =
      Set.of("date", "message-id", "received", "mime-version", "return-path", "delivered-to");

  private static final int MOST_HEADER_LINES = 500;
  private static final int MOST_HEADER_BYTES = 64 * 1024;

  private TextTypes() {}

  static Detected detect(byte[] beginning, String name) {
    // The two types that declare their encoding themselves begin with ASCII characters.
    int headers = Math.min(beginning.length, MOST_HEADER_BYTES);
    if (isEmail(new String(beginning, 0, headers, StandardCharsets.ISO_8859_1))) {
      return new Found(FileType.EML);
    }
    Optional<TextEncoding.Beginning> text = TextEncoding.read(beginning);
    if (isHtml(text.map(TextEncoding.Beginning::text).orElseGet(() -> latin(beginning)))) {
      return new Found(FileType.HTML);
    }
    return text.map(some -> byName(some.isBlank(), name)).orElseGet(() -> notText(beginning));
  }

  private static String latin(byte[] beginning) {
    return new String(beginning, StandardCharsets.ISO_8859_1);
  }

  private static Detected byName(boolean isBlank, String name) {
    if (isBlank) {
      return new Refused(ParseProblem.EMPTY_FILE, "the file has no text");
    }
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return new Found(EXTENSIONS.getOrDefault(extension, FileType.TEXT));
  }

  private static Detected notText(byte[] beginning) {
    return hasControls(beginning)
        ? TypeDetector.unsupported("the content of the file is not a known type")
        : new Refused(
            ParseProblem.UNSUPPORTED_ENCODING,
            "the text is neither UTF-8 nor UTF-16 with a byte order mark; save it as UTF-8");
  }

  private static boolean hasControls(byte[] bytes) {
    for (byte one : bytes) {
      if (one >= 0 && one < '\t') {
        return true;
      }
    }
    return false;
  }

  private static boolean isHtml(String text) {
    int start = afterComments(text);
    return HTML_BEGINNINGS.stream()
        .anyMatch(tag -> text.regionMatches(true, start, tag, 0, tag.length()));
  }

  /// An XML declaration and comments may come first.
  private static int afterComments(String text) {
    int at = afterSpace(text, 0);
    while (text.startsWith("<?xml", at) || text.startsWith("<!--", at)) {
      String end = text.startsWith("<?xml", at) ? "?>" : "-->";
      int found = text.indexOf(end, at);
      at = found < 0 ? text.length() : afterSpace(text, found + end.length());
    }
    return at;
  }

  private static int afterSpace(String text, int start) {
    int at = start;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isEmail(String text) {
    Set<String> names = new HashSet<>();
    Iterator<String> lines = text.lines().limit(MOST_HEADER_LINES).iterator();
    while (lines.hasNext()) {
      String line = lines.next();
      Matcher header = HEADER.matcher(line);
      if (header.matches()) {
        names.add(header.group(1).toLowerCase(Locale.ROOT));
      } else if (names.isEmpty() || !(line.startsWith(" ") || line.startsWith("\t"))) {
        break;
      }
    }
    return names.contains("from") && names.stream().anyMatch(OF_EMAIL::contains);
  }
}
