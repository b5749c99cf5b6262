package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.schedule.Overlap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ManySchedulesTest extends ScheduleTest {

  @ParameterizedTest
  @CsvSource({"ALLOW, 10000", "SKIP, 1200"})
  void thousands_of_schedules_in_the_same_second_fire_once_each(Overlap overlap, int many) {
    Map<String, Definition> all = new HashMap<>();
    for (int i = 0; i < many; i++) {
      String name = "s" + i;
      all.put(name, Definition.first(everyMinute(name).overlap(overlap).build(), clock.instant()));
    }
    ScheduleService.register(backend.ledger(), clock).putAll("default", all);
    ScheduleService second = server(engine);
    second.tick();
    clock.advance(MINUTE);
    service.tick();
    second.tick();
    clock.advance(ScheduleEngine.STANDBY.plusSeconds(1));
    second.tick();
    service.tick();
    assertThat(requestIds()).hasSize(many);
    assertThat(engine.stats("default").waiting()).isEqualTo(many);
  }

  private Set<String> requestIds() {
    Set<String> ids = new HashSet<>();
    Page.Request request = Page.Request.first(1_000);
    while (true) {
      Page<Job> page = engine.list(JobFilter.ALL, request);
      page.items().forEach(job -> ids.add(String.valueOf(job.request().requestId())));
      String cursor = page.nextCursor();
      if (cursor == null) {
        return ids;
      }
      request = request.next(cursor);
    }
  }
}
