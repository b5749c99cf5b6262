package dev.waybill.runner;

import dev.waybill.Payload;
import dev.waybill.base.Durations;
import dev.waybill.base.Text;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/// Parses the payload of a job strictly: unknown fields and wrong types are rejected with the name
/// of the field.
final class SpecReader {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .build();

  private static final int MOST_INPUT = 4 * 1024 * 1024;

  private static final Duration LONGEST_DURATION = Duration.ofDays(365);

  private final JsonParser parser;
  private @Nullable String command;
  private List<String> args = List.of();
  private Map<String, String> env = Map.of();
  private @Nullable Path workingDirectory;
  private @Nullable Duration timeout;
  private boolean pty;
  private @Nullable Payload stdin;
  private Set<Integer> permanentExitCodes = Set.of();

  private SpecReader(JsonParser parser) {
    this.parser = parser;
  }

  static ProcessSpec read(Payload payload) throws CannotRun {
    byte[] bytes = payload.bytesWithoutCopy();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes)) {
      return read(parser);
    }
  }

  private static ProcessSpec read(JsonParser parser) throws CannotRun {
    try {
      return new SpecReader(parser).whole();
    } catch (JacksonException malformed) {
      String pointer = parser.streamReadContext().pathAsPointer().toString();
      throw CannotRun.invalidJob(
          "the payload is not valid JSON at "
              + Text.quote(pointer)
              + "; check brackets, quotes and commas, and that no field appears twice");
    }
  }

  private ProcessSpec whole() throws CannotRun {
    expect(parser.nextToken() == JsonToken.START_OBJECT, "the payload", "an object");
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      field(name);
    }
    expect(parser.nextToken() == null, "the payload", "a single JSON object");
    if (command == null) {
      throw CannotRun.invalidJob("command is missing");
    }
    if (pty && stdin != null) {
      throw CannotRun.invalidJob("stdin cannot be combined with pty");
    }
    Payload input = stdin == null ? Payload.empty() : stdin;
    ProcessSpec.Program program = new ProcessSpec.Program(command, args, env, workingDirectory);
    return new ProcessSpec(program, timeout, pty, input, permanentExitCodes);
  }

  private void field(String name) throws CannotRun {
    switch (name) {
      case "command" -> command = notEmpty(name, text(name));
      case "args" -> args = texts(name);
      case "env" -> env = variables(name);
      case "working_directory" -> workingDirectory = folder(name);
      case "timeout" -> timeout = duration(name);
      case "pty" -> pty = flag(name);
      case "stdin" -> stdin = input(name, text(name).getBytes(StandardCharsets.UTF_8));
      case "stdin_base64" -> stdin = input(name, base64(name));
      case "permanent_exit_codes" -> permanentExitCodes = exitCodes(name);
      default -> throw CannotRun.invalidJob("unknown field " + Text.quote(name));
    }
  }

  private String text(String name) throws CannotRun {
    expect(parser.currentToken() == JsonToken.VALUE_STRING, name, "a string");
    String value = parser.getString();
    expect(Text.isStorable(value), name, "without NUL and without lone surrogates");
    return value;
  }

  private static String notEmpty(String name, String value) throws CannotRun {
    expect(!value.isBlank(), name, "not empty");
    return value;
  }

  private List<String> texts(String name) throws CannotRun {
    expect(parser.currentToken() == JsonToken.START_ARRAY, name, "an array of strings");
    List<String> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(text(name + "[" + values.size() + "]"));
    }
    return values;
  }

  private Map<String, String> variables(String name) throws CannotRun {
    expect(parser.currentToken() == JsonToken.START_OBJECT, name, "an object of strings");
    Map<String, String> values = new HashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String variable = parser.currentName();
      String shown = name + "." + Text.quote(variable);
      expect(
          !variable.isEmpty() && variable.indexOf('=') < 0 && Text.isStorable(variable),
          shown,
          "a variable with a non-empty name without '=' and NUL");
      parser.nextToken();
      values.put(variable, text(shown));
    }
    return values;
  }

  private Path folder(String name) throws CannotRun {
    String text = notEmpty(name, text(name));
    NativeText.require(text);
    Path folder = Path.of(text);
    expect(folder.isAbsolute(), name, "an absolute path");
    return folder;
  }

  private Payload input(String name, byte[] bytes) throws CannotRun {
    expect(stdin == null, name, "set only once: use either stdin or stdin_base64");
    expect(bytes.length <= MOST_INPUT, name, "at most " + MOST_INPUT + " bytes");
    return Payload.wrap(bytes);
  }

  private byte[] base64(String name) throws CannotRun {
    try {
      return Base64.getDecoder().decode(text(name));
    } catch (IllegalArgumentException malformed) {
      throw CannotRun.invalidJob(name + " must be base64");
    }
  }

  private Duration duration(String name) throws CannotRun {
    return Durations.parse(text(name))
        .filter(some -> some.isPositive() && some.compareTo(LONGEST_DURATION) <= 0)
        .orElseThrow(
            () ->
                CannotRun.invalidJob(
                    name
                        + " must be a duration above zero and up to 365 days, such as "
                        + Durations.EXAMPLES));
  }

  private boolean flag(String name) throws CannotRun {
    JsonToken token = parser.currentToken();
    expect(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, name, "true or false");
    return token == JsonToken.VALUE_TRUE;
  }

  private Set<Integer> exitCodes(String name) throws CannotRun {
    String wanted = "an array of numbers from 1 to 255";
    expect(parser.currentToken() == JsonToken.START_ARRAY, name, wanted);
    Set<Integer> codes = new HashSet<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      expect(isInt(), name, wanted);
      int code = parser.getIntValue();
      expect(code >= 1 && code <= 255, name, wanted);
      codes.add(code);
    }
    return codes;
  }

  private boolean isInt() {
    return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() == JsonParser.NumberType.INT;
  }

  private static void expect(boolean holds, String what, String wanted) throws CannotRun {
    if (!holds) {
      throw CannotRun.invalidJob(what + " must be " + wanted);
    }
  }
}
