package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Reads CSV as in RFC 4180, with any of the usual separators. A quote in the middle of a field is
/// taken as it is.
public final class CsvRows {

  private static final int END = -1;
  private static final int LONGEST_FIELD = 1_000_000;
  private static final int LOOK_AHEAD = 8_192;

  private final Reader in;
  private final char separator;
  private int next;

  private CsvRows(Reader in, char separator) throws IOException {
    this.in = in;
    this.separator = separator;
    this.next = in.read();
  }

  public static CsvRows of(BufferedReader in) throws IOException {
    in.mark(LOOK_AHEAD);
    char[] start = new char[LOOK_AHEAD];
    int length = Math.max(0, in.read(start, 0, LOOK_AHEAD));
    in.reset();
    return new CsvRows(in, separatorOf(new String(start, 0, length)));
  }

  /// The separator that is most frequent in the first line, outside quotes.
  private static char separatorOf(String start) {
    String line = start.replaceAll("\"[^\"]*\"?", "").lines().findFirst().orElse("");
    return Stream.of(',', ';', '\t', '|')
        .max(Comparator.comparingLong(c -> line.chars().filter(some -> some == c).count()))
        .filter(c -> line.indexOf(c) >= 0)
        .orElse(',');
  }

  /// The fields of the next row, at least one; empty at the end.
  public List<String> next() throws IOException, ParseException {
    List<String> fields = new ArrayList<>();
    if (next == END) {
      return fields;
    }
    fields.add(field());
    while (next == separator) {
      next = in.read();
      fields.add(field());
      if (fields.size() > TableBlocks.MOST_COLUMNS) {
        throw new ParseException(
            ParseProblem.TOO_MANY_COLUMNS,
            "a row has more than " + TableBlocks.MOST_COLUMNS + " columns");
      }
    }
    endLine();
    return fields;
  }

  private void endLine() throws IOException {
    if (next == '\r') {
      next = in.read();
    }
    if (next == '\n') {
      next = in.read();
    }
  }

  private String field() throws IOException, ParseException {
    StringBuilder field = new StringBuilder();
    if (next == '"') {
      quoted(field);
    }
    while (next != separator && next != '\r' && next != '\n' && next != END) {
      append(field);
    }
    return field.toString();
  }

  private void quoted(StringBuilder field) throws IOException, ParseException {
    next = in.read();
    while (true) {
      if (next == END) {
        throw new ParseException(ParseProblem.INVALID_FORMAT, "a quoted field has no end");
      }
      if (next == '"') {
        next = in.read();
        if (next != '"') {
          return;
        }
      }
      append(field);
    }
  }

  private void append(StringBuilder field) throws IOException, ParseException {
    if (field.length() == LONGEST_FIELD) {
      throw new ParseException(
          ParseProblem.INVALID_FORMAT, "a field has more than " + LONGEST_FIELD + " characters");
    }
    field.append((char) next);
    next = in.read();
  }
}
