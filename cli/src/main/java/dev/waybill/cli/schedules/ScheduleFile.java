package dev.waybill.cli.schedules;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.schedule.ScheduleJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// A YAML or JSON file with definitions under `schedules`.
///
/// @param pausedUnset names of the schedules without the field `paused`
record ScheduleFile(List<Schedule> schedules, Set<String> pausedUnset) {

  private static final Document<List<Schedule>> SCHEDULES = of(ScheduleJson.DOCUMENT);
  private static final Document<List<Map<String, String>>> FIELDS =
      of(Codecs.map(Codecs.JSON, 100));

  private static <T> Document<List<T>> of(Codec<T> item) {
    return ListJson.of(
        "ScheduleFile", "Schedules.", "schedules", item, ScheduleLimits.SCHEDULES_PER_TENANT);
  }

  static ScheduleFile read(Path file) {
    String text = TextArgument.file(file);
    boolean isJson = file.toString().endsWith(".json");
    byte[] json = isJson ? text.getBytes(StandardCharsets.UTF_8) : json(file, text);
    List<Schedule> schedules = SCHEDULES.read(json);
    List<Map<String, String>> fields = FIELDS.read(json);
    Set<String> pausedUnset = new HashSet<>();
    for (int i = 0; i < schedules.size(); i++) {
      if (!fields.get(i).containsKey("paused")) {
        pausedUnset.add(schedules.get(i).name());
      }
    }
    requireDistinct(file, schedules);
    return new ScheduleFile(schedules, pausedUnset);
  }

  private static byte[] json(Path file, String yaml) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file.toString())
            .setMaxAliasesForCollections(0)
            .setCodePointLimit(Integer.MAX_VALUE)
            .build();
    try {
      Object document = new Load(settings).loadFromString(yaml);
      return JsonOut.tree(document == null ? Map.of() : document);
    } catch (YamlEngineException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "not valid YAML: " + String.valueOf(malformed.getMessage()));
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
