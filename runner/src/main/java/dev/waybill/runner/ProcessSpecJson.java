package dev.waybill.runner;

import static dev.waybill.wire.json.Codecs.BASE64;
import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.bytes.Utf8;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The payload of a job of type `process`.
public final class ProcessSpecJson {

  private static final Duration LONGEST_DURATION = Duration.ofDays(365);
  private static final int ANY_NUMBER = Integer.MAX_VALUE;

  private static final Fields<ProcessSpec> FIELDS =
      Fields.of("ProcessSpec", "Parameters of a job of type `process`.");
  private static final Slot.Of<String> COMMAND =
      FIELDS.required(
          "command",
          checked(TEXT, text -> !text.isBlank(), "not be empty"),
          ProcessSpec::command,
          "A path, or a name on the worker's PATH.");
  private static final Slot.Of<List<String>> ARGS =
      FIELDS.some("args", TEXT, ANY_NUMBER, ProcessSpec::args, "Arguments of the program.");
  private static final Slot.Of<Map<String, String>> ENV =
      FIELDS.or(
          Map.of(),
          "env",
          checked(
              Codecs.map(TEXT, ANY_NUMBER),
              variables -> variables.keySet().stream().allMatch(ProcessSpecJson::isVariable),
              "have names that are not empty and have no '='"),
          spec -> spec.env().isEmpty() ? null : spec.env(),
          "Variables added to the environment of the program.");
  private static final Slot.Maybe<String> WORKING_DIRECTORY =
      FIELDS.optional(
          "working_directory",
          checked(TEXT, text -> text.startsWith("/"), "be an absolute path"),
          ProcessSpec::workingDirectory,
          "Where the program runs; default is the directory of the worker.");
  private static final Slot.Maybe<Duration> TIMEOUT =
      FIELDS.optional(
          "timeout",
          checked(SPAN, ProcessSpecJson::isTimeout, "be above zero and up to 365 days"),
          ProcessSpec::timeout,
          "Maximum run time.");
  private static final Slot.Maybe<String> STDIN =
      FIELDS.optional(
          "stdin",
          checked(TEXT, text -> fits(Payload.of(text)), atMost()),
          ProcessSpecJson::text,
          "Standard input of the program, as UTF-8.");
  private static final Slot.Maybe<Payload> STDIN_BASE64 =
      FIELDS.optional(
          "stdin_base64",
          checked(BASE64, ProcessSpecJson::fits, atMost()),
          spec -> spec.stdin().size() == 0 || text(spec) != null ? null : spec.stdin(),
          "Standard input of the program; not together with `stdin`.");
  private static final Slot.Of<Boolean> PTY =
      FIELDS.mark("pty", ProcessSpec::pty, "Whether the program runs on a terminal.");
  private static final Slot.Of<List<Integer>> PERMANENT_EXIT_CODES =
      FIELDS.some(
          "permanent_exit_codes",
          Codecs.count(1, 255),
          ANY_NUMBER,
          spec -> spec.permanentExitCodes().stream().sorted().toList(),
          "Exit codes that fail the job permanently.");

  public static final Document<ProcessSpec> DOCUMENT = FIELDS.make(ProcessSpecJson::spec);

  private ProcessSpecJson() {}

  static ProcessSpec read(Payload payload) throws CannotRun {
    try {
      return DOCUMENT.read(payload.bytesWithoutCopy());
    } catch (InvalidDocument invalid) {
      throw CannotRun.invalidJob("the payload is invalid: " + invalid.getMessage());
    }
  }

  private static ProcessSpec spec(Values in) {
    if (in.get(STDIN) != null && in.get(STDIN_BASE64) != null) {
      throw in.error("duplicate_field", "give stdin or stdin_base64, not both");
    }
    Payload input = in.get(STDIN_BASE64, Payload.of(in.get(STDIN, "")));
    if (in.get(PTY) && input.size() > 0) {
      throw in.error("invalid_value", "stdin cannot be combined with pty");
    }
    return new ProcessSpec(
        new ProcessSpec.Program(
            in.get(COMMAND), in.get(ARGS), in.get(ENV), in.get(WORKING_DIRECTORY)),
        in.get(TIMEOUT),
        in.get(PTY),
        input,
        Set.copyOf(in.get(PERMANENT_EXIT_CODES)));
  }

  private static boolean isVariable(String name) {
    return !name.isEmpty() && name.indexOf('=') < 0;
  }

  private static boolean isTimeout(Duration duration) {
    return duration.isPositive() && duration.compareTo(LONGEST_DURATION) <= 0;
  }

  private static boolean fits(Payload input) {
    return input.size() <= ProcessSpec.MAX_STDIN;
  }

  private static String atMost() {
    return "have at most " + ProcessSpec.MAX_STDIN + " bytes";
  }

  /// The standard input as text; null if there is none or it is not text.
  private static @Nullable String text(ProcessSpec spec) {
    return Utf8.decode(spec.stdin().bytesWithoutCopy())
        .filter(text -> !text.isEmpty() && Text.isStorable(text))
        .orElse(null);
  }

  private static <V> Codec<V> checked(Codec<V> codec, Predicate<V> holds, String must) {
    return Codecs.as(
        codec,
        value -> {
          if (!holds.test(value)) {
            throw new WaybillException(Code.INVALID_ARGUMENT, "must " + must);
          }
          return value;
        },
        Function.identity());
  }
}
