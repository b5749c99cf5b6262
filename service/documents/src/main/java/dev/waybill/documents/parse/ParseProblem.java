package dev.waybill.documents.parse;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Why a file cannot be read. A definite problem is one of the file: reading it again fails again.
public enum ParseProblem {
  EMPTY_FILE(true),
  UNSUPPORTED_TYPE(true),
  UNSUPPORTED_ENCODING(true),
  ENCRYPTED(true),
  MACROS(true),
  INVALID_FORMAT(true),
  TOO_DEEP(true),
  TOO_MANY_PAGES(true),
  TOO_MANY_COLUMNS(true),
  TOO_MUCH_TEXT(true),
  TOO_LARGE_WHEN_UNPACKED(true),
  /// The parser process needed more memory than it has.
  PARSER_MEMORY(true),
  /// The parser process used up its processor time.
  PARSER_TIME(true),
  /// The file took too long by the clock, such as on an overloaded machine.
  PARSER_TIMEOUT(false),
  /// The parser process ended or could not be started.
  PARSER_CRASHED(false),
  /// The file could not be read from disk.
  UNREADABLE(false);

  private final boolean definite;

  ParseProblem(boolean definite) {
    this.definite = definite;
  }

  /// As in answers: `too_many_pages`.
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean isDefinite() {
    return definite;
  }

  public static Optional<ParseProblem> of(String code) {
    return Arrays.stream(values()).filter(problem -> problem.code().equals(code)).findFirst();
  }
}
