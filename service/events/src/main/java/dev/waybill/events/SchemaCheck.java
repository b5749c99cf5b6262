package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.SchemaSet;
import dev.waybill.events.schema.SchemaVersion;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.Topic;
import dev.waybill.topic.Violation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks events against the schema of their type and version.
///
/// @param steps the budget of all checks of one call together
record SchemaCheck(SchemaSet schemas, Topic.Checking checking, StepBudget steps) {

  /// A check for one call.
  SchemaCheck(SchemaSet schemas, Topic.Checking checking) {
    this(schemas, checking, StepBudget.forRequest());
  }

  /// The result: a refusal, or possibly warnings for the producer.
  record Outcome(@Nullable NotPublished refusal, List<String> warnings) {

    static final Outcome FINE = new Outcome(null, List.of());

    static Outcome refused(String detail) {
      return new Outcome(new NotPublished(Code.SCHEMA_VIOLATION, detail), List.of());
    }

    static Outcome warned(String words) {
      return new Outcome(null, List.of(words));
    }
  }

  Outcome check(Envelope event) {
    if (checking == Topic.Checking.OFF) {
      return Outcome.FINE;
    }
    Optional<EventSchema> latest = schemas.latest(event.type());
    if (latest.isEmpty()) {
      return checking == Topic.Checking.REQUIRED
          ? Outcome.refused(
              "the topic requires a schema, but type \"%s\" has none; register one"
                  .formatted(event.type()))
          : Outcome.FINE;
    }
    String version = event.schemaVersion();
    SchemaVersion wanted = version == null ? latest.get().version() : parsed(version);
    if (wanted == null) {
      return unknown(event, version);
    }
    Optional<String> problem = schemas.problem(event.type(), wanted);
    if (problem.isPresent()) {
      return unusable(event.type(), wanted, problem.get());
    }
    return schemas
        .compiled(event.type(), wanted)
        .map(found -> judge(found, event, Side.PUBLISH))
        .orElseGet(() -> unregistered(event, wanted));
  }

  /// An unchecked event would hide that the schema is unusable, so the event is refused.
  private static Outcome unusable(String type, SchemaVersion version, String problem) {
    return Outcome.refused(
        "the schema of %s %s cannot be used: %s; register the version again or delete it"
            .formatted(Text.quote(type), version, problem));
  }

  /// A patch version of a built-in type may add fields, and is checked by the rules of the version
  /// that it patches.
  private Outcome unregistered(Envelope event, SchemaVersion wanted) {
    SchemaVersion patched = new SchemaVersion(wanted.major(), wanted.minor(), 0, true);
    Optional<CompiledSchema> schema =
        event.kind() == Envelope.Kind.FREE_FOOD_EVENT && checking != Topic.Checking.REQUIRED
            ? schemas.compiled(event.type(), patched)
            : Optional.empty();
    if (schema.isEmpty()) {
      return unknown(event, wanted.toString());
    }
    Outcome checked = judge(schema.get(), event, Side.CONSUME);
    return checked.refusal() == null
        ? Outcome.warned(
            notRegistered(event, wanted.toString()) + "; the event was checked as " + patched)
        : checked;
  }

  /// An unregistered version is left to the consumers, unless the topic requires a schema.
  private Outcome unknown(Envelope event, @Nullable String version) {
    String words = notRegistered(event, version);
    return checking == Topic.Checking.REQUIRED
        ? Outcome.refused(words)
        : Outcome.warned(words + "; the event was not checked");
  }

  private String notRegistered(Envelope event, @Nullable String version) {
    return "version %s of \"%s\" is not registered; registered versions: %s"
        .formatted(version, event.type(), schemas.versions(event.type()));
  }

  private Outcome judge(CompiledSchema schema, Envelope event, Side side) {
    JsonNode content = event.content();
    if (content == null) {
      return Outcome.refused(
          "events of type \"%s\" must be JSON; the body is not".formatted(event.type()));
    }
    List<Violation> violations = schema.validate(content, side, steps);
    return violations.isEmpty() ? Outcome.FINE : refused(violations);
  }

  private static Outcome refused(List<Violation> violations) {
    String detail = violations.getFirst().toString();
    String more = violations.size() == 1 ? "" : " (and " + (violations.size() - 1) + " more)";
    return new Outcome(
        new NotPublished(Code.SCHEMA_VIOLATION, detail + more, violations), List.of());
  }

  private static @Nullable SchemaVersion parsed(String version) {
    try {
      return SchemaVersion.of(version);
    } catch (WaybillException unreadable) {
      return null;
    }
  }
}
