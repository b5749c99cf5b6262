package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.ScheduleJson;
import dev.waybill.wire.Shape;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// A YAML or JSON file with definitions under `schedules`.
///
/// @param silent those that do not say whether they are paused
record ScheduleFile(List<Schedule> schedules, Set<String> silent) {

  private static final int FIELDS = 100;

  private static final Shape SHAPE =
      Shape.of(
          "ScheduleFile",
          "Schedules.",
          Shape.required(
              "schedules", new Shape.Items(new Shape.Part(ScheduleJson.SHAPE)), "All of them."));

  static ScheduleFile read(Path file) {
    String text = Given.file(file);
    boolean isJson = file.toString().endsWith(".json");
    byte[] json = (isJson ? text : json(file, text)).getBytes(StandardCharsets.UTF_8);
    List<Schedule> schedules = new ArrayList<>();
    JsonIn.read(json, in -> items(in, () -> schedules.add(ScheduleJson.read(in))));
    List<Set<String>> fields = new ArrayList<>();
    JsonIn.read(json, in -> items(in, () -> fields.add(in.entries(FIELDS, in::raw).keySet())));
    Set<String> silent = new HashSet<>();
    for (int i = 0; i < schedules.size(); i++) {
      if (!fields.get(i).contains("paused")) {
        silent.add(schedules.get(i).name());
      }
    }
    requireDistinct(file, schedules);
    return new ScheduleFile(schedules, silent);
  }

  private static List<Boolean> items(JsonIn in, Supplier<Boolean> item) {
    List<Boolean> read = new ArrayList<>();
    in.object(SHAPE, _ -> read.addAll(in.list(ScheduleLimits.SCHEDULES_PER_TENANT, item)));
    return read;
  }

  private static String json(Path file, String yaml) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file.toString())
            .setMaxAliasesForCollections(0)
            .setCodePointLimit(Integer.MAX_VALUE)
            .build();
    try {
      Object document = new Load(settings).loadFromString(yaml);
      return Json.write(document == null ? Map.of() : document);
    } catch (YamlEngineException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "this is not YAML: " + String.valueOf(malformed.getMessage()));
    }
  }

  private static void requireDistinct(Path file, List<Schedule> schedules) {
    Set<String> names = new HashSet<>();
    for (Schedule schedule : schedules) {
      if (!names.add(schedule.name())) {
        throw new WaybillException(
            Code.INVALID_ARGUMENT,
            file + " has two schedules with the name " + Text.quote(schedule.name()));
      }
    }
  }
}
