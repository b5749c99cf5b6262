package dev.waybill.schedules;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Timing;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Servers with the system clock.
@Timeout(120)
final class SchedulesOnNatsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private int opened;

  /// Closes every server once, including the one that fires.
  @Test
  void other_servers_take_over_from_a_closed_server() {
    try (NatsProcess broker = new NatsProcess("-js");
        Waybill third = open(broker)) {
      try (Waybill second = open(broker)) {
        try (Waybill first = open(broker)) {
          first.schedules().put(everySecond());
          fires(second, 3);
        }
        fires(second, 3);
      }
      fires(third, 3);
      third.schedules().pause("s");
      List<Instant> slots = slots(third);
      assertThat(slots).doesNotHaveDuplicates();
      assertThat(slots)
          .containsExactlyElementsOf(
              Stream.iterate(slots.getFirst(), slot -> slot.plus(SECOND))
                  .limit(slots.size())
                  .toList());
    }
  }

  private static Schedule everySecond() {
    return Schedule.builder("s", Timing.every(SECOND), new Action.StartJob(NewJob.of("t", "{}")))
        .build();
  }

  private static void fires(Waybill waybill, int more) {
    int before = slots(waybill).size();
    eventually(() -> assertThat(slots(waybill)).hasSizeGreaterThanOrEqualTo(before + more));
  }

  private static List<Instant> slots(Waybill waybill) {
    JobFilter filter = JobFilter.ALL.withTag("schedule:s");
    List<Job> jobs = waybill.list(filter, Page.Request.first(1_000)).items();
    return jobs.stream().map(job -> Instant.parse(ScheduleTest.slotOf(job))).sorted().toList();
  }

  private Waybill open(NatsProcess broker) {
    return Waybill.open(
        URI.create(broker.url() + "?path=" + broker.folder().resolve("local-" + ++opened)));
  }
}
