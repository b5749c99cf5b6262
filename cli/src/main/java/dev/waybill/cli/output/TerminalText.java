package dev.waybill.cli.output;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text from outside as a terminal may have it: without characters that control the terminal.
final class TerminalText {

  private static final String REPLACED = "\uFFFD";

  /// C0, DEL and C1; a terminal takes U+009B for the beginning of a control sequence.
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9F}]");

  /// Colors and the like, which do no harm, or a control character other than LF, CR and tab.
  private static final Pattern IN_PROGRAMS =
      Pattern.compile("(\\x{1B}\\[[0-9;:]*m)|[\\p{Cntrl}\\x{80}-\\x{9F}&&[^\n\r\t]]");

  private TerminalText() {}

  /// On one line.
  static String plain(String text) {
    return CONTROL.matcher(text).replaceAll(REPLACED);
  }

  /// What a program wrote: its lines and colors stay.
  static String program(String text) {
    return IN_PROGRAMS
        .matcher(text)
        .replaceAll(
            found -> found.group(1) == null ? REPLACED : Matcher.quoteReplacement(found.group(1)));
  }
}
