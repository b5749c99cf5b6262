package dev.waybill.schedules;

import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.schedule.Skipped;
import java.util.EnumMap;
import java.util.Map;

final class RunStateJson {

  private RunStateJson() {}

  static Payload write(RunState state) {
    return JsonText.of(
        json -> {
          json.time("slot", state.slot());
          json.texts("jobs", state.jobs().stream().map(JobId::toString).toList());
          json.time("queued", state.queued());
          json.object(
              "skipped",
              counts -> state.skipped().forEach((why, count) -> counts.number(why.name(), count)));
          json.objects("recent", state.recent(), RunStateJson::write);
        });
  }

  static RunState read(Payload data) {
    JsonFields json = JsonFields.of(data);
    Map<Skipped.Reason, Long> counts = new EnumMap<>(Skipped.Reason.class);
    JsonFields skipped = json.object("skipped");
    for (Skipped.Reason reason : Skipped.Reason.values()) {
      if (skipped.has(reason.name())) {
        counts.put(reason, skipped.number(reason.name()));
      }
    }
    return new RunState(
        json.timeOrNull("slot"),
        json.texts("jobs").stream().map(JobId::parse).toList(),
        json.timeOrNull("queued"),
        counts,
        json.objects("recent").stream().map(RunStateJson::skipped).toList());
  }

  private static void write(JsonText json, Skipped skipped) {
    json.time("first", skipped.first());
    json.time("last", skipped.last());
    json.number("count", skipped.count());
    json.word("reason", skipped.reason());
    json.text("detail", skipped.detail());
    json.time("at", skipped.at());
  }

  private static Skipped skipped(JsonFields json) {
    return new Skipped(
        json.time("first"),
        json.time("last"),
        json.number("count"),
        json.word("reason", Skipped.Reason.class),
        json.text("detail"),
        json.time("at"));
  }
}
