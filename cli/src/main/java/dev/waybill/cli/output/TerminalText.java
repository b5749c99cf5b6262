package dev.waybill.cli.output;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Removes characters that control the terminal from text.
final class TerminalText {

  private static final String REPLACED = "\uFFFD";

  /// C0, DEL and C1; a terminal treats U+009B as the start of a control sequence.
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9F}]");

  /// Color sequences, which are harmless, or a control character other than LF, CR and tab.
  private static final Pattern IN_PROGRAMS =
      Pattern.compile("(\\x{1B}\\[[0-9;:]*m)|[\\p{Cntrl}\\x{80}-\\x{9F}&&[^\n\r\t]]");

  private TerminalText() {}

  /// Text for one line.
  static String plain(String text) {
    return CONTROL.matcher(text).replaceAll(REPLACED);
  }

  /// Program output: keeps lines and colors.
  static String program(String text) {
    return IN_PROGRAMS
        .matcher(text)
        .replaceAll(
            found -> found.group(1) == null ? REPLACED : Matcher.quoteReplacement(found.group(1)));
  }
}
