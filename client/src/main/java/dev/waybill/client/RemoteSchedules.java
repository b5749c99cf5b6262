package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Schedules;
import dev.waybill.schedule.Upcoming;
import dev.waybill.wire.schedule.DefinedScheduleJson;
import dev.waybill.wire.schedule.FiringJson;
import dev.waybill.wire.schedule.ScheduleJson;
import dev.waybill.wire.schedule.ScheduleStatusJson;
import dev.waybill.wire.schedule.UpcomingJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Schedules on a server. A run without a key gets one here, so that repeating the call does not
/// start a second run.
final class RemoteSchedules implements Schedules {

  /// Characters that a header can contain without encoding.
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");

  private static final String EXACT = "?encoding=base64";

  private final HttpTransport transport;

  RemoteSchedules(HttpTransport transport) {
    this.transport = transport;
  }

  @Override
  public ScheduleStatus put(Schedule schedule) {
    return status(
        HttpCall.put(Paths.schedule(schedule.name(), EXACT), ScheduleJson.DEFINITION, schedule));
  }

  @Override
  public List<Upcoming> preview(Schedule schedule, @Nullable Instant from, int count) {
    HttpCall call = HttpCall.post(Paths.preview(from, count), ScheduleJson.PREVIEW, schedule);
    return transport.send(call).read(UpcomingJson.LIST);
  }

  @Override
  public Optional<ScheduleStatus> find(String name) {
    return transport
        .find(HttpCall.get(Paths.schedule(name, EXACT)))
        .map(answer -> answer.read(ScheduleStatusJson.DOCUMENT));
  }

  @Override
  public Page<DefinedSchedule> list(Page.Request page) {
    return transport.send(HttpCall.get(Paths.schedules(page))).read(DefinedScheduleJson.PAGE);
  }

  @Override
  public boolean delete(String name) {
    return transport.find(HttpCall.delete(Paths.schedule(name, ""))).isPresent();
  }

  @Override
  public ScheduleStatus pause(String name) {
    return status(HttpCall.post(Paths.schedule(name, "/pause" + EXACT)));
  }

  @Override
  public ScheduleStatus resume(String name) {
    return status(HttpCall.post(Paths.schedule(name, "/resume" + EXACT)));
  }

  @Override
  public Firing runNow(String name, @Nullable String key) {
    String sent = key == null ? UUID.randomUUID().toString() : key;
    if (!PRINTABLE.matcher(sent).matches()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the idempotency key of a run must consist of printable ASCII characters");
    }
    return transport
        .send(HttpCall.post(Paths.schedule(name, "/run")).withKey('"' + sent + '"'))
        .read(FiringJson.DOCUMENT);
  }

  @Override
  public Page<Firing> history(String name, Page.Request page) {
    return transport.send(HttpCall.get(Paths.firings(name, page))).read(FiringJson.PAGE);
  }

  private ScheduleStatus status(HttpCall call) {
    return transport.send(call).read(ScheduleStatusJson.DOCUMENT);
  }
}
