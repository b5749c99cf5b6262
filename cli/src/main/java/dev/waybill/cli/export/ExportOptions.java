package dev.waybill.cli.export;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.ProgressBar;
import dev.waybill.wire.json.FlatDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that all exports have, and how an export runs.
final class ExportOptions {

  private static final int ROWS_PER_PIECE = 20_000;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = ExportTime.class,
      description =
          "Only created at this time or later: 2026-11-01, which is midnight in UTC, or"
              + " 2026-11-01T08:00:00Z (default: from the beginning).")
  private @Nullable Instant from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = ExportTime.class,
      description = "Only created before this time (default: now).")
  private @Nullable Instant to;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      description = "The format of the file: parquet, csv or ndjson.")
  @SuppressWarnings("NullAway.Init") // required
  private ExportFormat format;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file to write. Until it is complete, its name ends in .part.")
  @SuppressWarnings("NullAway.Init") // required
  private Path out;

  @Option(
      names = "--resume",
      description = "Continue an export that was interrupted; use the same options as before.")
  private boolean resume;

  @Option(names = "--force", description = "Replace the file, or an export that was interrupted.")
  private boolean force;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  /// Writes a table.
  ///
  /// @param name the name of the table
  /// @param selection the options that select rows and columns
  /// @param source the rows of a range
  <T> int run(
      String name,
      String selection,
      FlatDocument<T> table,
      BiFunction<Waybill, ExportRange, RowSource<T>> source) {
    output.require(!resume || !force, "--resume and --force exclude each other");
    Optional<ExportState> unfinished = force ? Optional.empty() : unfinished();
    ExportPlan plan = new ExportPlan(name, selection, format, range(unfinished));
    unfinished.ifPresent(state -> requireSame(state.plan(), plan));
    try (Waybill waybill = store.openLongRunning();
        ExportFile file =
            unfinished
                .map(state -> ExportFile.resume(out, state))
                .orElseGet(() -> ExportFile.begin(out))) {
      ExportRun<T> run =
          new ExportRun<>(
              file, plan, unfinished.orElse(null), format.encoder(table), ROWS_PER_PIECE);
      copy(run, source.apply(waybill, plan.range()));
      report(name, run.rows(), file.length());
      return 0;
    }
  }

  /// Refuses to replace anything without `--force`.
  private Optional<ExportState> unfinished() {
    Optional<ExportState> state = ExportFile.unfinished(out);
    output.require(
        resume || state.isEmpty(),
        "an export to " + out + " was interrupted; continue it with --resume, or use --force");
    output.require(
        state.isPresent() || !Files.exists(out), out + " exists; replace it with --force");
    return state;
  }

  private ExportRange range(Optional<ExportState> unfinished) {
    if (unfinished.isPresent()) {
      ExportRange before = unfinished.get().plan().range();
      return new ExportRange(from == null ? before.from() : from, to == null ? before.to() : to);
    }
    // stores count milliseconds: everything created up to now is before the next one
    Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
    Instant end = to == null ? now : to;
    output.require(
        !end.isAfter(now), "--to is in the future: later rows would be missing; leave it out");
    output.require(from == null || from.isBefore(end), "--from must be before --to");
    return new ExportRange(from, end);
  }

  private void requireSame(ExportPlan before, ExportPlan now) {
    output.require(
        before.equals(now),
        "the interrupted export has other options: %s %s --format %s, from %s to %s"
            .formatted(
                before.table(),
                before.selection(),
                before.format(),
                before.range().from() == null ? "the beginning" : before.range().from(),
                before.range().to()));
  }

  private <T> void copy(ExportRun<T> run, RowSource<T> source) {
    try {
      ProgressBar.showing(
          output,
          () -> progress(run.share(), run.rows()),
          () -> {
            run.copy(source);
            return true;
          });
    } catch (WaybillException failed) {
      boolean lost = failed.code() == Code.INVALID_CURSOR;
      output.note(
          "the export to "
              + out
              + " is not complete; "
              + (lost ? "start again with --force" : "continue it with --resume"));
      throw failed;
    }
  }

  static String progress(double share, long rows) {
    String count = "%,d rows".formatted(rows);
    return Double.isNaN(share) ? count : ProgressBar.bar(share) + "  " + count;
  }

  private void report(String name, long rows, long bytes) {
    if (output.json()) {
      output.wire(ExportResult.DOCUMENT, new ExportResult(out.toString(), rows, bytes));
    } else {
      output.line("exported %,d %s to %s (%,d bytes)".formatted(rows, name, out, bytes));
    }
  }
}
