package dev.waybill.wire.message;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.bytes.Utf8;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppression.Reason;
import dev.waybill.result.Refused;
import dev.waybill.result.SuppressionResult;
import dev.waybill.settings.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// A suppression list as lines of a file: JSON, or CSV (RFC 4180) with a heading.
public final class SuppressionFile {

  public static final String NDJSON = "application/x-ndjson";
  public static final String CSV = "text/csv";
  public static final String HEADING = "channel,recipient,reason,expires_at";

  private static final int REPORTED = 1_000;

  private final Function<List<NewSuppression>, List<SuppressionResult>> add;
  private final List<NewSuppression> waiting = new ArrayList<>();
  private final List<Integer> waitingLines = new ArrayList<>();
  private final List<SuppressionImport.BadLine> errors = new ArrayList<>();
  private long added;
  private long failed;

  private SuppressionFile(Function<List<NewSuppression>, List<SuppressionResult>> add) {
    this.add = add;
  }

  /// Adds the recipients of a whole file.
  ///
  /// @param file text in UTF-8
  /// @param add adds at most [Limits#SUPPRESSIONS_PER_CALL] recipients
  public static SuppressionImport read(
      byte[] file, Function<List<NewSuppression>, List<SuppressionResult>> add) {
    String text = Utf8.decode(file).orElseThrow(() -> wrong("the file must be UTF-8"));
    try (BufferedReader lines = new BufferedReader(new StringReader(text))) {
      return read(lines, add);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /// Adds the recipients of all valid lines, some at a time. Empty lines and the heading are left
  /// out.
  ///
  /// @param add adds at most [Limits#SUPPRESSIONS_PER_CALL] recipients
  public static SuppressionImport read(
      BufferedReader lines, Function<List<NewSuppression>, List<SuppressionResult>> add)
      throws IOException {
    SuppressionFile file = new SuppressionFile(add);
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      file.take(number, number == 1 ? withoutMark(line).strip() : line.strip());
    }
    file.flush();
    file.errors.sort(Comparator.comparingInt(SuppressionImport.BadLine::line));
    return new SuppressionImport(file.added, file.failed, file.errors);
  }

  /// Some programs write a byte order mark at the beginning of a file.
  private static String withoutMark(String line) {
    return line.startsWith("\uFEFF") ? line.substring(1) : line;
  }

  private void take(int number, String line) {
    if (line.isEmpty()) {
      return;
    }
    try {
      if (line.startsWith("{")) {
        add(number, json(line));
      } else if (!isHeading(CsvLine.read(line))) {
        add(number, csv(line));
      }
    } catch (WaybillException malformed) {
      fail(number, malformed.asRefusal());
    }
    if (waiting.size() == Limits.SUPPRESSIONS_PER_CALL) {
      flush();
    }
  }

  private void add(int number, NewSuppression one) {
    waiting.add(one);
    waitingLines.add(number);
  }

  private static boolean isHeading(List<String> cells) {
    List<String> names = List.of(HEADING.split(",", -1));
    return cells.size() >= 2
        && cells.size() <= names.size()
        && cells.equals(names.subList(0, cells.size()));
  }

  private void flush() {
    List<SuppressionResult> results = waiting.isEmpty() ? List.of() : add.apply(waiting);
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) instanceof Refused refused) {
        fail(waitingLines.get(i), refused);
      } else {
        added++;
      }
    }
    waiting.clear();
    waitingLines.clear();
  }

  private void fail(int line, Refused why) {
    failed++;
    if (errors.size() < REPORTED) {
      errors.add(new SuppressionImport.BadLine(line, why));
    }
  }

  /// Accepts what export writes, which says more than is needed.
  private static NewSuppression json(String line) {
    return SuppressionJson.NEW.readAnswer(line.getBytes(StandardCharsets.UTF_8));
  }

  private static NewSuppression csv(String line) {
    List<String> cells = CsvLine.read(line);
    if (cells.size() < 2 || cells.size() > 4) {
      throw wrong("the line must be " + HEADING);
    }
    try {
      return new NewSuppression(
          cells.get(0),
          cells.get(1),
          cell(cells, 2).isEmpty()
              ? Reason.MANUAL
              : Reason.valueOf(cell(cells, 2).toUpperCase(Locale.ROOT)),
          cell(cells, 3).isEmpty() ? null : Instant.parse(cell(cells, 3)));
    } catch (IllegalArgumentException | DateTimeException malformed) {
      throw wrong("the line has an unknown reason or time");
    }
  }

  private static String cell(List<String> cells, int index) {
    return index < cells.size() ? cells.get(index) : "";
  }

  private static WaybillException wrong(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, why);
  }

  public static String json(Suppression one) {
    return new String(SuppressionJson.DOCUMENT.bytes(one), StandardCharsets.UTF_8);
  }

  public static String csv(Suppression one) {
    String until = one.expiresAt() == null ? "" : one.expiresAt().toString();
    String reason = one.reason().name().toLowerCase(Locale.ROOT);
    return CsvLine.write(List.of(one.channel(), one.recipient(), reason, until));
  }
}
