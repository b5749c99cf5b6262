package dev.waybill.cli.schedules;

import dev.waybill.cli.output.Output;
import dev.waybill.result.FieldError;
import dev.waybill.schedule.Schedule;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.schedule.ScheduleJson;
import java.util.Map;

/// Reads a schedule from the options of a command by the rules of the JSON document. Errors name
/// the option instead of the field.
final class ScheduleOptions {

  private static final Map<String, String> NAMED_OTHERWISE =
      Map.of(
          "/action/event/type", "--event-type",
          "/action/event/body_base64", "--body",
          "/action/job/payload_base64", "--payload",
          "/action/job/tags", "--tag",
          "/catch_up/mode", "--catch-up");

  private ScheduleOptions() {}

  static Schedule read(Map<String, Object> document, String name, Output output) {
    byte[] json = JsonOut.tree(document);
    try {
      return ScheduleJson.DEFINITION.read(json).withName(name);
    } catch (InvalidDocument wrong) {
      FieldError error = wrong.errors().getFirst();
      output.require(false, (option(error.pointer()) + " " + typed(error.message())).strip());
      throw wrong;
    }
  }

  private static String option(String pointer) {
    String known = NAMED_OTHERWISE.get(pointer);
    if (known != null || pointer.isEmpty()) {
      return known == null ? "" : known;
    }
    return "--"
        + pointer.replaceFirst("^/action/(?:job|event)", "").substring(1).replaceAll("[/_]", "-");
  }

  /// Replaces fields in backticks by options.
  private static String typed(String message) {
    return message.replaceAll("`([a-z]+)`", "--$1");
  }
}
