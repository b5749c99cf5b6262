package dev.waybill.schedules;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.engine.Engine;
import dev.waybill.engine.EngineOpener;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Timing;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The loop with the system clock.
final class ScheduleLoopTest {

  @Test
  void a_stored_schedule_fires_by_itself(@TempDir Path folder) {
    Settings settings = Settings.DEFAULT.withMaintenanceEvery(null);
    Backend backend = EngineOpener.backend(folder.toUri(), settings);
    try (Engine waybill = EngineOpener.over(backend, settings);
        ScheduleService service =
            new ScheduleService(
                new ScheduleService.Ports(
                    waybill.forServices(),
                    backend.ledger(),
                    new ScheduleTest.Topics(),
                    InstantSource.system(),
                    new Random(1)))) {
      service.start();
      Action action = new Action.StartJob(NewJob.of("report", "{}"));
      Timing timing = Timing.every(Duration.ofSeconds(1));
      service.schedules(Waybill.DEFAULT_TENANT).put(Schedule.builder("s", timing, action).build());
      JobFilter filter = JobFilter.ALL.withTag("schedule:s");
      eventually(
          () -> assertThat(waybill.list(filter, Page.Request.FIRST).items()).hasSizeBetween(2, 9));
    }
  }
}
