package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.waybill.Code;
import dev.waybill.conformance.ManualClock;
import dev.waybill.proto.v1.DeleteScheduleRequest;
import dev.waybill.proto.v1.GetScheduleRequest;
import dev.waybill.proto.v1.ListSchedulesRequest;
import dev.waybill.proto.v1.ListSchedulesResponse;
import dev.waybill.proto.v1.PauseRequest;
import dev.waybill.proto.v1.PutScheduleRequest;
import dev.waybill.proto.v1.ResumeRequest;
import dev.waybill.proto.v1.RunNowRequest;
import dev.waybill.proto.v1.Schedule;
import dev.waybill.proto.v1.ScheduleFiring;
import dev.waybill.proto.v1.ScheduleServiceGrpc;
import dev.waybill.proto.v1.ScheduleStatus;
import dev.waybill.settings.Settings;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleCallsTest {

  private static final String DAILY =
      """
      {"cron":"30 9 * * *","zone":"Europe/Lisbon",\
      "action":{"job":{"type":"report","queue":"reports","payload":{"n" : 1.50}}}}\
      """;

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private Served served;
  private ScheduleServiceGrpc.ScheduleServiceBlockingStub calls;

  @BeforeEach
  void open() {
    clock.set(Instant.parse("2030-03-29T12:00:00Z"));
    Settings settings = Settings.DEFAULT.withClock(clock).withMaintenanceEvery(null);
    served = Served.in(folder, settings, Served.FREE_PORT);
    calls = ScheduleServiceGrpc.newBlockingStub(served.channel);
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void a_schedule_that_was_put_is_returned_and_can_be_put_again() {
    ScheduleStatus put = put("daily", DAILY);
    assertThat(put.getUpcomingList()).hasSize(10);
    assertThat(put.getSchedule().getNextAt().getSeconds())
        .isEqualTo(Instant.parse("2030-03-30T09:30:00Z").getEpochSecond());
    assertThat(get("daily")).isEqualTo(put);
    Schedule shown = put.getSchedule();
    assertThat(shown.getDefinition().toStringUtf8())
        .contains("\"cron\":\"30 9 * * *\"", "\"zone\":\"Europe/Lisbon\"", "{\"n\" : 1.50}");
    assertThat(put("daily", shown.getDefinition().toStringUtf8()).getSchedule().getDefinition())
        .isEqualTo(shown.getDefinition());
  }

  @Test
  void a_schedule_with_an_unknown_topic_has_a_warning() {
    String event = "{\"every\":\"1h\",\"action\":{\"event\":{\"topic\":\"gone\",\"type\":\"t\"}}}";
    assertThat(put("hourly", event).getWarningsList()).hasSize(1);
    assertThat(put("daily", DAILY).getWarningsList()).isEmpty();
  }

  @Test
  void schedules_are_listed_by_name_in_pages() {
    put("b", DAILY);
    put("a", DAILY);
    ListSchedulesResponse first =
        calls.listSchedules(ListSchedulesRequest.newBuilder().setPageSize(1).build());
    ListSchedulesResponse second =
        calls.listSchedules(
            ListSchedulesRequest.newBuilder()
                .setPageSize(1)
                .setPageToken(first.getNextPageToken())
                .build());
    assertThat(first.getSchedules(0).getName()).isEqualTo("a");
    assertThat(second.getSchedules(0).getName()).isEqualTo("b");
  }

  @Test
  void a_paused_schedule_has_no_next_slot_until_it_is_resumed() {
    put("daily", DAILY);
    ScheduleStatus paused =
        calls.pause(PauseRequest.newBuilder().setName("daily").build()).getStatus();
    assertThat(paused.getSchedule().getPaused()).isTrue();
    assertThat(paused.getSchedule().hasNextAt()).isFalse();
    ScheduleStatus resumed =
        calls.resume(ResumeRequest.newBuilder().setName("daily").build()).getStatus();
    assertThat(resumed.getSchedule().getPaused()).isFalse();
    assertThat(resumed.getUpcomingList()).hasSize(10);
  }

  @Test
  void a_manual_run_is_idempotent_by_key() {
    put("daily", DAILY);
    ScheduleFiring run = run("k");
    assertThat(run.getByHand()).isTrue();
    assertThat(run.getJobs(0).getQueue()).isEqualTo("reports");
    assertThat(run("k")).isEqualTo(run);
    assertThat(run("")).isNotEqualTo(run);
    assertThat(served.waybill.stats("reports").waiting()).isEqualTo(2);
    assertThat(get("daily").getLastList()).hasSize(2);
  }

  @Test
  void deleted_and_invalid_schedules_are_refused_with_their_code() {
    put("daily", DAILY);
    calls.deleteSchedule(DeleteScheduleRequest.newBuilder().setName("daily").build());
    assertRefused(() -> get("daily"), Status.Code.NOT_FOUND, Code.NOT_FOUND);
    assertRefused(
        () -> calls.deleteSchedule(DeleteScheduleRequest.newBuilder().setName("daily").build()),
        Status.Code.NOT_FOUND,
        Code.NOT_FOUND);
    assertRefused(
        () -> put("daily", "{\"cron\":\"61 * * * *\"}"),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT);
  }

  private ScheduleStatus put(String name, String json) {
    return calls
        .putSchedule(
            PutScheduleRequest.newBuilder()
                .setName(name)
                .setDefinition(ByteString.copyFromUtf8(json))
                .build())
        .getStatus();
  }

  private ScheduleStatus get(String name) {
    return calls.getSchedule(GetScheduleRequest.newBuilder().setName(name).build()).getStatus();
  }

  private ScheduleFiring run(String key) {
    return calls
        .runNow(RunNowRequest.newBuilder().setName("daily").setKey(key).build())
        .getFiring();
  }
}
