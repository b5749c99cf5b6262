package dev.waybill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.measure.DocumentSearchMeasure;
import dev.waybill.bench.measure.DrainMeasure;
import dev.waybill.bench.measure.EnqueueMeasure;
import dev.waybill.bench.measure.FootprintMeasure;
import dev.waybill.bench.measure.IngestMeasure;
import dev.waybill.bench.measure.LatencyMeasure;
import dev.waybill.bench.measure.LiveStreamMeasure;
import dev.waybill.bench.measure.Measure;
import dev.waybill.bench.measure.MessageMeasure;
import dev.waybill.bench.measure.RemoteCallsMeasure;
import dev.waybill.bench.measure.RemoteWorkMeasure;
import dev.waybill.bench.measure.ServerStartMeasure;
import dev.waybill.bench.measure.StoredDrainMeasure;
import dev.waybill.bench.measure.SustainedMeasure;
import dev.waybill.bench.measure.UploadMeasure;
import dev.waybill.bench.peer.BareLog;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.WaybillSubject;
import dev.waybill.bench.postgres.Entrants;
import dev.waybill.bench.postgres.PostgresMeasure;
import dev.waybill.conformance.PostgresServer.Release;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs every measure with a few hundred jobs, to check that it works.
final class BenchRunTest {

  static final Plan TINY =
      new Plan(
          1,
          Duration.ofSeconds(1),
          200,
          List.of(1, 8),
          List.of(1, 50),
          300,
          100,
          Duration.ofSeconds(1),
          500,
          Duration.ofSeconds(2),
          400,
          200,
          new Plan.Documents(16, 3, 200));

  @TempDir private Path folder;

  @Test
  void every_measure_has_figures_and_they_are_written() throws Exception {
    Report report;
    try (Scratch scratch = new Scratch(folder.resolve("scratch"))) {
      List<Contender> contenders =
          List.of(WaybillSubject.contender(scratch, 20), BareLog.contender(scratch, 20));
      report = new BenchRun(TINY, contenders, measures(scratch), _ -> {}).run();
      report.write(folder);
    }

    assertThat(report.results().all())
        .filteredOn(figure -> !figure.measure().startsWith(RemoteWorkMeasure.LATER))
        .allSatisfy(figure -> assertThat(figure.min()).as(figure.toString()).isPositive());
    assertThat(report.results().all())
        .filteredOn(figure -> figure.measure().equals(LiveStreamMeasure.SEEN))
        .singleElement()
        .satisfies(figure -> assertThat(figure.min()).isEqualTo(1_000_000));
    assertThat(measuresOf(report, WaybillSubject.NAME))
        .contains(
            EnqueueMeasure.BY_CALLERS,
            EnqueueMeasure.IN_BULK,
            DrainMeasure.DRAIN,
            DrainMeasure.HISTORY,
            LatencyMeasure.LATENCY,
            SustainedMeasure.SUSTAINED,
            FootprintMeasure.MEMORY,
            FootprintMeasure.DISK,
            FootprintMeasure.REOPEN,
            RemoteCallsMeasure.ONE_BY_ONE,
            RemoteCallsMeasure.BULK_HTTP,
            RemoteCallsMeasure.BULK_GRPC,
            RemoteWorkMeasure.DRAIN,
            RemoteWorkMeasure.START,
            LiveStreamMeasure.LATENCY,
            ServerStartMeasure.MEMORY,
            ServerStartMeasure.READY,
            UploadMeasure.UPLOAD,
            UploadMeasure.MEMORY,
            IngestMeasure.OTHER,
            IngestMeasure.PROCESSORS,
            DocumentSearchMeasure.RECALL + " / exact search",
            PostgresMeasure.CALLERS,
            PostgresMeasure.BULK,
            PostgresMeasure.DRAIN,
            PostgresMeasure.START,
            PostgresMeasure.SERVERS,
            PostgresMeasure.STEADY_START);
    assertThat(measuresOf(report, PostgresMeasure.BARE))
        .contains(PostgresMeasure.CALLERS, PostgresMeasure.DRAIN, PostgresMeasure.START);
    assertThat(measuresOf(report, BareLog.NAME))
        .contains(EnqueueMeasure.BY_CALLERS, DrainMeasure.DRAIN, LatencyMeasure.LATENCY);
    assertThatFilesHold(report);
  }

  private void assertThatFilesHold(Report report) throws Exception {
    JsonNode json = JsonMapper.shared().readTree(folder.resolve(Report.JSON).toFile());
    assertThat(json.get("figures").size()).isEqualTo(report.results().all().size());
    assertThat(json.get("subjects").get(0).get("durability").asString()).contains("fdatasync");
    assertThat(Files.readString(folder.resolve(Report.MARKDOWN)))
        .contains("| drain | 500 waiting | jobs/s |", "Waybill / bare log");
    assertThat(folder.toFile().list())
        .contains("enqueue-callers.svg", "enqueue-bulk.svg", "latency.svg", "drain-stored.svg")
        .doesNotContain("scratch");
  }

  private static List<String> measuresOf(Report report, String subject) {
    return report.results().all().stream()
        .filter(figure -> figure.subject().equals(subject))
        .map(Figure::measure)
        .toList();
  }

  private static Map<Character, Measure> measures(Scratch scratch) {
    Map<Character, Measure> all = new LinkedHashMap<>();
    all.put('a', new EnqueueMeasure());
    all.put('b', new DrainMeasure());
    all.put('c', new LatencyMeasure());
    all.put('d', new StoredDrainMeasure());
    all.put('e', new SustainedMeasure());
    all.put('f', FootprintMeasure.ofSize(scratch, 128));
    all.put('g', FootprintMeasure.ofOpening(scratch, 128));
    all.put('i', new RemoteCallsMeasure(scratch));
    all.put('j', new RemoteWorkMeasure(scratch));
    all.put('k', new LiveStreamMeasure(scratch));
    all.put('l', new ServerStartMeasure(scratch));
    all.put('p', new MessageMeasure(scratch));
    all.put('q', new UploadMeasure(scratch));
    all.put('r', new IngestMeasure(scratch));
    all.put('s', new DocumentSearchMeasure(scratch));
    all.put(
        'v',
        new PostgresMeasure(
            Release.DISTRIBUTION,
            new Entrants(scratch, 20, false),
            EnumSet.allOf(PostgresMeasure.Part.class)));
    return all;
  }
}
