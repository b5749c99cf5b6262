package dev.waybill.schedules;

import dev.waybill.Payload;
import dev.waybill.engine.Register;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Schedule;

/// How definitions are written down in the ledger, as JSON.
final class DefinitionForm implements Register.Form<Definition> {

  @Override
  public Payload write(Register.Change<Definition> change) {
    Definition definition = change.value();
    return JsonText.of(
        json -> {
          json.text("tenant", change.name().tenant());
          json.text("name", change.name().name());
          if (definition != null) {
            json.object("definition", fields -> write(fields, definition));
          }
        });
  }

  @Override
  public Register.Change<Definition> read(Payload data) {
    JsonFields fields = JsonFields.of(data);
    Register.Name name = name(fields);
    boolean there = fields.has("definition");
    return new Register.Change<>(
        name, there ? definition(name.name(), fields.object("definition")) : null);
  }

  @Override
  public Register.Name nameIn(Payload data) {
    return name(JsonFields.of(data));
  }

  private static Register.Name name(JsonFields fields) {
    return new Register.Name(fields.text("tenant"), fields.text("name"));
  }

  private static void write(JsonText json, Definition definition) {
    json.number("version", definition.version());
    json.time("created_at", definition.createdAt());
    json.time("changed_at", definition.changedAt());
    json.time("counts_from", definition.countsFrom());
    write(json, definition.schedule());
  }

  private static void write(JsonText json, Schedule schedule) {
    json.text("description", schedule.description());
    json.object("timing", fields -> TimingJson.write(fields, schedule.timing()));
    json.object("action", fields -> ActionJson.write(fields, schedule.action()));
    json.span("jitter", schedule.jitter());
    json.word("overlap", schedule.overlap());
    CatchUp catchUp = schedule.catchUp();
    json.word("catch_up", catchUp.mode());
    json.number("catch_up_max", catchUp.max());
    json.span("catch_up_window", catchUp.window());
    json.time("start_at", schedule.startAt());
    json.time("end_at", schedule.endAt());
    json.flag("paused", schedule.paused());
  }

  private static Definition definition(String name, JsonFields json) {
    return new Definition(
        schedule(name, json),
        (int) json.number("version"),
        json.time("created_at"),
        json.time("changed_at"),
        json.time("counts_from"));
  }

  private static Schedule schedule(String name, JsonFields json) {
    return Schedule.builder(
            name, TimingJson.read(json.object("timing")), ActionJson.read(json.object("action")))
        .description(json.text("description"))
        .jitter(json.span("jitter"))
        .overlap(json.word("overlap", Overlap.class))
        .catchUp(
            new CatchUp(
                json.word("catch_up", CatchUp.Mode.class),
                (int) json.number("catch_up_max"),
                json.span("catch_up_window")))
        .startAt(json.timeOrNull("start_at"))
        .endAt(json.timeOrNull("end_at"))
        .paused(json.flag("paused"))
        .build();
  }
}
