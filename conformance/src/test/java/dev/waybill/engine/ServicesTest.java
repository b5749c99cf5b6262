package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Timeline;
import dev.waybill.WaybillException;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.service.ServiceProvider;
import dev.waybill.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How modules plug services into an engine.
final class ServicesTest {

  private final Settings settings = Settings.DEFAULT.withMaintenanceEvery(null);
  private final Engine engine = EngineOpener.over(new ModelBackend(settings), settings);
  private final Services services = new Services(new ModelBackend(settings), settings, _ -> engine);
  private final List<String> seen = new ArrayList<>();

  /// The service of this test.
  private record Greeting(String text) {}

  private record Farewell(String text) {}

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void a_service_is_found_by_type_for_each_tenant() {
    services.open(List.of(greeting()));
    assertThat(services.require(Greeting.class, "acme")).isEqualTo(new Greeting("hello acme"));
    assertThat(services.find(Farewell.class, "acme")).isEmpty();
  }

  @Test
  void a_service_that_no_module_provides_is_refused() {
    assertThatThrownBy(() -> engine.service(Greeting.class))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
  }

  @Test
  void two_modules_with_the_same_service_are_refused() {
    assertThatThrownBy(() -> services.open(List.of(greeting(), greeting())))
        .isInstanceOf(WaybillException.class);
  }

  @Test
  void services_may_use_each_other_in_any_order() {
    ServiceProvider later =
        host ->
            host.offer(
                Farewell.class,
                tenant -> new Farewell(host.require(Greeting.class, tenant).text() + ", bye"));
    services.open(List.of(later, greeting()));
    assertThat(services.require(Farewell.class, "acme").text()).isEqualTo("hello acme, bye");
  }

  @Test
  void providers_are_opened_before_the_first_start_and_stop_in_reverse_order() {
    services.open(List.of(running("a"), running("b")));
    services.close();
    services.close();
    assertThat(seen).containsExactly("open a", "open b", "start a", "start b", "stop b", "stop a");
  }

  @Test
  void if_one_cannot_start_all_are_stopped() {
    ServiceProvider broken =
        host ->
            host.whileOpen(
                () -> {
                  throw new IllegalStateException("broken");
                },
                () -> seen.add("stop broken"));
    assertThatThrownBy(() -> services.open(List.of(running("a"), broken))).hasMessage("broken");
    assertThat(seen).containsExactly("open a", "start a", "stop broken", "stop a");
  }

  @Test
  void if_one_cannot_open_those_before_it_are_stopped() {
    ServiceProvider broken =
        _ -> {
          throw new IllegalStateException("broken");
        };
    assertThatThrownBy(() -> services.open(List.of(running("a"), broken))).hasMessage("broken");
    assertThat(seen).containsExactly("open a", "stop a");
  }

  @Test
  void services_can_add_entries_to_the_timeline_of_a_job() {
    engine.enqueue(NewJob.of("t", ""));
    Job job = engine.list(JobFilter.ALL, Page.Request.FIRST).items().getFirst();
    Timeline.Entry entry =
        new Timeline.Entry(job.createdAt(), Timeline.Kind.ATTEMPT, "told", job.id());
    ServiceProvider telling = host -> host.addToTimelines(_ -> List.of(entry));
    services.open(List.of(telling, telling));
    assertThat(services.timeline(job)).containsExactly(entry, entry);
  }

  private static ServiceProvider greeting() {
    return host -> host.offer(Greeting.class, tenant -> new Greeting("hello " + tenant));
  }

  private ServiceProvider running(String name) {
    return host -> {
      seen.add("open " + name);
      host.whileOpen(() -> seen.add("start " + name), () -> seen.add("stop " + name));
    };
  }
}
