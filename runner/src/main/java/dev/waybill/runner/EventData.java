package dev.waybill.runner;

import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.bytes.Utf8;
import dev.waybill.settings.Limits;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The data of events as JSON, limited to the maximum event size.
final class EventData {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int LONGEST_TEXT = 4_096;
  private static final int MOST_ARGS_CHARACTERS = 4_096;

  private EventData() {}

  /// How much output a process has written so far.
  ///
  /// @param elapsedMillis time since the process was started
  /// @param outputBytes all bytes read from the process
  /// @param droppedBytes bytes that were read and dropped
  record Amounts(long elapsedMillis, long outputBytes, long droppedBytes) {}

  /// @param host the machine that runs the process
  /// @param worker the name of the worker that started it
  record Started(long pid, String command, List<String> args, String host, String worker) {}

  static Payload start(Started started) {
    return object(
        json -> {
          json.writeNumberProperty("pid", started.pid());
          json.writeStringProperty("command", Text.storable(started.command(), LONGEST_TEXT));
          args(json, started.args());
          json.writeStringProperty("host", Text.storable(started.host(), Limits.KEY_LENGTH));
          json.writeStringProperty("worker", started.worker());
        });
  }

  /// As text if the bytes are UTF-8 and fit, otherwise as base64.
  static Payload output(OutputName stream, byte[] bytes) {
    Payload data =
        Utf8.decode(bytes)
            .map(text -> textual(stream, text))
            .orElseGet(() -> binary(stream, bytes));
    return data.size() <= Limits.EVENT_BYTES ? data : binary(stream, bytes);
  }

  static Payload heartbeat(Amounts amounts) {
    return object(json -> amounts(json, amounts));
  }

  /// The data of `ProcessEnd`, which is also the result of a completed job.
  static Payload end(int exitCode, Amounts amounts) {
    return object(
        json -> {
          json.writeNumberProperty("exit_code", exitCode);
          Signals.ofExitCode(exitCode)
              .ifPresent(signal -> json.writeStringProperty("signal", signal));
          amounts(json, amounts);
        });
  }

  static Payload error(String code, String message) {
    return object(
        json -> {
          json.writeStringProperty("code", code);
          json.writeStringProperty("message", Text.storable(message, LONGEST_TEXT));
        });
  }

  private static void amounts(JsonGenerator json, Amounts amounts) {
    json.writeNumberProperty("elapsed_ms", amounts.elapsedMillis());
    json.writeNumberProperty("output_bytes", amounts.outputBytes());
    json.writeNumberProperty("dropped_bytes", amounts.droppedBytes());
  }

  private static void args(JsonGenerator json, List<String> args) {
    int left = MOST_ARGS_CHARACTERS;
    boolean truncated = false;
    json.writeName("args").writeStartArray();
    for (String arg : args) {
      left -= arg.length() + 1;
      truncated |= left < 0;
      if (!truncated) {
        json.writeString(arg);
      }
    }
    json.writeEndArray();
    if (truncated) {
      json.writeBooleanProperty("args_truncated", true);
    }
  }

  private static Payload textual(OutputName stream, String text) {
    return object(
        json -> {
          json.writeStringProperty("stream", stream.wire());
          json.writeStringProperty("text", text);
        });
  }

  private static Payload binary(OutputName stream, byte[] bytes) {
    return object(
        json -> {
          json.writeStringProperty("stream", stream.wire());
          json.writeBinaryProperty("base64", bytes);
        });
  }

  private static Payload object(Consumer<JsonGenerator> content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      content.accept(json);
      json.writeEndObject();
    }
    return Payload.wrap(bytes.toByteArray());
  }
}
