package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.insight.Insight;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.insight.SeriesStep;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `waybill demo --fill`: into an empty data directory, and at a running server.
@Timeout(300)
final class DemoFillTest {

  @TempDir Path folder;

  @Test
  void an_empty_data_directory_gets_a_day_of_traffic_that_the_charts_show() {
    Instant before = Instant.now();
    Ran filled = fill("--jobs", "300", "--data", folder.toString());
    assertThat(filled.exitCode()).as(filled.err()).isZero();
    assertThat(filled.out()).contains("last 24 hours", "waybill serve --data " + folder);
    try (Service service = serve();
        Waybill client = Waybill.connect(URI.create(service.httpAddress()))) {
      List<Job> oldest =
          client
              .list(
                  JobFilter.ALL.withCreated(null, before.minus(Duration.ofHours(12))),
                  Page.Request.FIRST)
              .items();
      assertThat(oldest).isNotEmpty();
      assertThat(oldest)
          .allMatch(job -> job.createdAt().isAfter(before.minus(Duration.ofHours(25))));
      assertThat(quartersWithJobs(client)).isGreaterThan(20);
      assertThat(client.schedules().find("daily-report")).isPresent();
      assertThat(fill("--jobs", "10", "--server", service.httpAddress()).exitCode()).isZero();
    }
    Ran again = fill("--data", folder.toString());
    assertThat(again.exitCode()).isNotZero();
    assertThat(again.err()).contains("has jobs");
  }

  private static long quartersWithJobs(Waybill client) {
    Series series =
        client
            .service(Insight.class)
            .series(new SeriesQuery(List.of(), SeriesStep.QUARTER, null, null));
    return series.total().stream()
        .map(SeriesPoint::flow)
        .filter(flow -> flow.enqueued() > 0)
        .count();
  }

  private Service serve() {
    Map<String, String> flags =
        Map.of(
            "store.path", folder.toString(),
            "server.port", "0",
            "server.grpc_port", "0");
    return Service.start(ConfigReader.read(null, Map.of(), flags));
  }

  private static Ran fill(String... more) {
    String[] all = new String[more.length + 2];
    all[0] = "demo";
    all[1] = "--fill";
    System.arraycopy(more, 0, all, 2, more.length);
    return waybill(all);
  }
}
