package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.BASE64;
import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// An object with exactly one field, which says how the attempt ended.
public final class OutcomeJson {

  private static final Shape DONE =
      Shape.of(
          "Done",
          "The work is done.",
          optional("result", ANY, "Any JSON value, stored byte for byte."),
          optional("result_base64", BASE64, "Any bytes; not together with `result`."));

  private static final Shape RETRY =
      Shape.of(
          "Retry",
          "It did not work this time.",
          required("failure", new Shape.Part(FailureJson.SHAPE), "Why."),
          optional("delay", SPAN, "When to try again; by the policy if left out."));

  private static final Shape FAIL =
      Shape.of(
          "Fail",
          "It can never work.",
          required("failure", new Shape.Part(FailureJson.SHAPE), "Why."));

  private static final Shape REJECT =
      Shape.of(
          "Reject",
          "It cannot be handled as it is.",
          required("failure", new Shape.Part(FailureJson.SHAPE), "Why."));

  private static final Shape SNOOZE =
      Shape.of("Snooze", "Not yet.", required("delay", SPAN, "When to come back."));

  private static final Shape RELEASE = Shape.of("Release", "Given back untouched.");

  public static final Shape SHAPE =
      Shape.of(
              "Outcome",
              "How an attempt ended: exactly one of these.",
              optional("done", new Shape.Part(DONE), "The work is done."),
              optional("retry", new Shape.Part(RETRY), "It did not work this time; try again."),
              optional("fail", new Shape.Part(FAIL), "It can never work; do not try again."),
              optional("reject", new Shape.Part(REJECT), "A dead letter at once, to be redriven."),
              optional("snooze", new Shape.Part(SNOOZE), "Not yet; counts as nothing."),
              optional("release", new Shape.Part(RELEASE), "Given back; counts as nothing."))
          .onlyOne();

  private OutcomeJson() {}

  public static Outcome read(JsonIn in) {
    var found =
        new Object() {
          @Nullable Outcome outcome;
        };
    in.object(
        SHAPE,
        field -> {
          if (found.outcome != null) {
            throw in.error("duplicate_field", "an outcome has exactly one field");
          }
          found.outcome = readOne(in, field);
        });
    if (found.outcome == null) {
      throw in.error("missing_field", "an outcome has exactly one of " + SHAPE.names());
    }
    return found.outcome;
  }

  private static Outcome readOne(JsonIn in, String field) {
    return switch (field) {
      case "done" -> readDone(in);
      case "retry" -> {
        Said said = readSaid(in, RETRY);
        yield new Outcome.Retry(said.failure(), said.delay());
      }
      case "fail" -> new Outcome.Fail(readSaid(in, FAIL).failure());
      case "reject" -> new Outcome.Reject(readSaid(in, REJECT).failure());
      case "snooze" -> new Outcome.Snooze(readDelay(in));
      case "release" -> {
        in.object(RELEASE, _ -> {});
        yield new Outcome.Release();
      }
      default -> throw in.unread(field);
    };
  }

  private static Outcome readDone(JsonIn in) {
    var found =
        new Object() {
          @Nullable Payload result;
        };
    in.object(
        DONE,
        field -> {
          Payload read = field.equals("result") ? in.raw() : in.base64();
          found.result = PayloadFields.once(in, found.result, read);
        });
    return new Outcome.Done(found.result == null ? Payload.empty() : found.result);
  }

  private record Said(Failure failure, @Nullable Duration delay) {}

  private static Said readSaid(JsonIn in, Shape shape) {
    var found =
        new Object() {
          Failure failure = Failure.of("error", "");
          @Nullable Duration delay;
        };
    in.object(
        shape,
        field -> {
          switch (field) {
            case "failure" -> found.failure = FailureJson.read(in);
            case "delay" -> found.delay = in.span();
            default -> throw in.unread(field);
          }
        });
    return new Said(found.failure, found.delay);
  }

  private static Duration readDelay(JsonIn in) {
    var found =
        new Object() {
          Duration delay = Duration.ZERO;
        };
    in.object(SNOOZE, _ -> found.delay = in.span());
    return found.delay;
  }

  public static void write(JsonOut out, Outcome outcome) {
    switch (outcome) {
      case Outcome.Done(Payload result) ->
          out.object("done", f -> f.payload("result", result.size() == 0 ? null : result));
      case Outcome.Retry(Failure failure, Duration delay) ->
          out.object("retry", f -> writeSaid(f, failure, delay));
      case Outcome.Fail(Failure failure) -> out.object("fail", f -> writeSaid(f, failure, null));
      case Outcome.Reject(Failure failure) ->
          out.object("reject", f -> writeSaid(f, failure, null));
      case Outcome.Snooze(Duration delay) -> out.object("snooze", f -> f.span("delay", delay));
      case Outcome.Release() -> out.object("release", _ -> {});
    }
  }

  private static void writeSaid(JsonOut out, Failure failure, @Nullable Duration delay) {
    out.object("failure", fields -> FailureJson.write(fields, failure));
    out.span("delay", delay);
  }
}
