package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.optional;

import dev.waybill.JobFilter;
import dev.waybill.State;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

public final class JobFilterJson {

  public static final Shape SHAPE =
      Shape.of(
          "JobFilter",
          "Which jobs are meant: all conditions that are given must hold.",
          optional("queue", TEXT, "In this queue."),
          optional(
              "states", new Shape.Items(Shape.Words.of(State.class)), "In one of these states."),
          optional("type", TEXT, "Of this type."),
          optional("tag", TEXT, "With this tag."),
          optional("correlation_id", TEXT, "With this correlation id."),
          optional("request_id", TEXT, "The job that was enqueued with this request id."),
          optional("created_from", TIME, "Created at this time or later."),
          optional("created_before", TIME, "Created before this time."));

  private JobFilterJson() {}

  public static JobFilter read(JsonIn in) {
    var found =
        new Object() {
          JobFilter filter = JobFilter.ALL;
          @Nullable Instant from;
          @Nullable Instant before;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "queue" -> found.filter = found.filter.withQueue(in.text());
            case "states" -> found.filter = found.filter.withStates(states(in));
            case "type" -> found.filter = found.filter.withType(in.text());
            case "tag" -> found.filter = found.filter.withTag(in.text());
            case "correlation_id" -> found.filter = found.filter.withCorrelationId(in.text());
            case "request_id" -> found.filter = found.filter.withRequestId(in.text());
            case "created_from" -> found.from = in.time();
            case "created_before" -> found.before = in.time();
            default -> throw in.unread(field);
          }
        });
    return found.filter.withCreated(found.from, found.before);
  }

  private static Set<State> states(JsonIn in) {
    Set<State> states = EnumSet.noneOf(State.class);
    states.addAll(in.list(State.values().length, () -> in.word(State.class)));
    return states;
  }

  public static void write(JsonOut out, JobFilter filter) {
    out.text("queue", filter.queue());
    if (!filter.states().equals(JobFilter.ALL.states())) {
      out.texts(
          "states",
          filter.states().stream()
              .map(state -> state.name().toLowerCase(Locale.ROOT))
              .sorted()
              .toList());
    }
    out.text("type", filter.type());
    out.text("tag", filter.tag());
    out.text("correlation_id", filter.correlationId());
    out.text("request_id", filter.requestId());
    out.time("created_from", filter.createdFrom());
    out.time("created_before", filter.createdBefore());
  }
}
