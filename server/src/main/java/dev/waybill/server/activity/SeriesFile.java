package dev.waybill.server.activity;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.waybill.WaybillException;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.base.PrivateFiles;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.insight.SeriesStep;
import dev.waybill.wire.insight.SeriesJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The figures over time in a file of the data directory, so that charts survive a restart. A line
/// per tenant and step has the busiest queues. The file is written now and then and at the end; a
/// file that cannot be read is left out, because nothing depends on it.
public final class SeriesFile implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(SeriesFile.class.getName());
  private static final Duration WRITTEN = Duration.ofMinutes(5);
  private static final long MOST_BYTES = 64L * 1024 * 1024;
  private static final Document<Line> LINE = line();

  private record Line(String tenant, Series series) {}

  private final WatchedBackend backend;
  private final Path file;
  private final BackgroundLoop writing;

  private SeriesFile(WatchedBackend backend, Path file) {
    this.backend = backend;
    this.file = file;
    this.writing = new BackgroundLoop("series", WRITTEN, this::write);
  }

  /// Reads the figures of earlier processes and keeps those of this one.
  public static SeriesFile open(WatchedBackend backend, Path folder) {
    SeriesFile opened = new SeriesFile(backend, folder.resolve("series.json"));
    opened.read();
    opened.writing.start();
    return opened;
  }

  private void read() {
    try (Stream<String> lines = Files.exists(file) ? Files.lines(file) : Stream.empty()) {
      lines.map(line -> LINE.readAnswer(line.getBytes(StandardCharsets.UTF_8))).forEach(this::take);
    } catch (IOException | UncheckedIOException | WaybillException unreadable) {
      LOG.log(Level.WARNING, "the figures in {0} cannot be read: {1}", file, unreadable);
    }
  }

  private void take(Line line) {
    TenantRecord record = backend.activity().recorded(line.tenant());
    if (record != null) {
      record.restore(line.series());
    }
  }

  private Duration write() {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      try (OutputStream out = new BufferedOutputStream(Channels.newOutputStream(create(fresh)))) {
        writeLines(out);
      }
      Files.move(fresh, file, ATOMIC_MOVE, REPLACE_EXISTING);
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "the figures cannot be written to {0}: {1}", file, failed);
    }
    return WRITTEN;
  }

  private static FileChannel create(Path fresh) throws IOException {
    return PrivateFiles.open(fresh, CREATE, WRITE, TRUNCATE_EXISTING);
  }

  private void writeLines(OutputStream out) throws IOException {
    long written = 0;
    for (String tenant : backend.activity().tenants()) {
      for (SeriesStep step : SeriesStep.values()) {
        byte[] line = line(tenant, step);
        written += line.length + 1;
        if (written > MOST_BYTES) {
          return;
        }
        out.write(line);
        out.write('\n');
      }
    }
  }

  private byte[] line(String tenant, SeriesStep step) {
    SeriesQuery busiest = new SeriesQuery(List.of(), step, null, null);
    Series series = backend.activity().series(tenant, busiest);
    return LINE.bytes(new Line(tenant, withoutEmptySteps(series)));
  }

  private static Series withoutEmptySteps(Series series) {
    return new Series(
        series.step(),
        series.from(),
        series.queues().stream()
            .map(one -> new Series.QueueSeries(one.queue(), withoutEmptySteps(one.points())))
            .toList(),
        withoutEmptySteps(series.total()),
        series.truncated());
  }

  private static List<SeriesPoint> withoutEmptySteps(List<SeriesPoint> points) {
    return points.stream().filter(point -> !point.isEmpty()).toList();
  }

  @Override
  public void close() {
    writing.close();
    var _ = write();
  }

  private static Document<Line> line() {
    Fields<Line> fields = Fields.of("KeptSeries", "The figures of a tenant at one distance.");
    var tenant = fields.text("tenant", Line::tenant, "Its tenant.");
    var series = fields.required("series", SeriesJson.DOCUMENT, Line::series, "Its figures.");
    return fields.make(in -> new Line(in.get(tenant), in.get(series)));
  }
}
