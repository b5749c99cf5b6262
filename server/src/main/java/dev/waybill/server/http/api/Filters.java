package dev.waybill.server.http.api;

import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.Page;
import dev.waybill.SearchTerm;
import dev.waybill.State;
import dev.waybill.settings.Limits;
import dev.waybill.wire.job.NewJobQuery;
import dev.waybill.wire.json.Shape;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Filters and cursors of lists, read from the query of a URL.
public final class Filters {

  public static final Route.Parameter ENCODING =
      Route.Parameter.of(
          "encoding",
          new Shape.Words(List.of("json", "base64")),
          "`base64` returns payloads, results and event data as base64; the default is `json`.");
  public static final Route.Parameter CURSOR =
      Route.Parameter.of("cursor", "The `next_cursor` of the previous page.");
  public static final Route.Parameter LIMIT =
      Route.Parameter.of(
          "limit", Shape.Scalar.WHOLE, "Number of items per page, 1 to 1000; the default is 50.");
  static final Route.Parameter QUEUE = Route.Parameter.of("queue", "Jobs in this queue.");
  public static final Route.Parameter STATE =
      Route.Parameter.repeated(
          "state",
          Shape.Words.of(State.class),
          "Jobs in this state; repeat it or separate several with commas.");
  static final Route.Parameter TYPE = Route.Parameter.of("type", "Jobs of this type.");
  static final Route.Parameter TAG = Route.Parameter.of("tag", "Jobs with this tag.");
  static final Route.Parameter WORDS =
      Route.Parameter.of(
          "q",
          "Jobs with all these words in type, tags, key, IDs, last error or a payload of up to 64"
              + " KiB. `\"in quotes\"` finds words next to each other, `wor*` the beginning of a"
              + " word, `customer.id=17` a field of a JSON payload. At most 16 words and 256"
              + " characters.");
  static final Route.Parameter FAILURE_GROUP =
      Route.Parameter.of(
          "failure_group", "Failed and dead jobs of this `group` of `GET /v1/failures`.");
  static final Route.Parameter FROM =
      Route.Parameter.of("created_from", Shape.Scalar.TIME, "Jobs created at this time or later.");
  static final Route.Parameter BEFORE =
      Route.Parameter.of("created_before", Shape.Scalar.TIME, "Jobs created before this time.");

  public static final List<Route.Parameter> CREATED = List.of(FROM, BEFORE);

  /// The parameters of a list of jobs in any state.
  public static final List<Route.Parameter> LIST = list();

  /// The fields of a new job whose payload is the body.
  public static final List<Route.Parameter> NEW_JOB =
      NewJobQuery.FIELDS.stream().map(Filters::parameter).toList();

  private Filters() {}

  private static List<Route.Parameter> list() {
    List<Route.Parameter> parameters = new ArrayList<>(List.of(QUEUE, TYPE, TAG));
    JobText.FILTERS.forEach(text -> parameters.add(parameter(text)));
    parameters.addAll(List.of(WORDS, FAILURE_GROUP, FROM, BEFORE, CURSOR, LIMIT, ENCODING));
    return List.copyOf(parameters);
  }

  private static Route.Parameter parameter(JobText text) {
    return Route.Parameter.of(text.field(), "With this " + text.label() + ".");
  }

  private static Route.Parameter parameter(Shape.Field field) {
    return switch (field.kind()) {
      case Shape.Items(Shape.Kind item) ->
          new Route.Parameter(field.name(), field.summary(), item, true, field.required());
      case Shape.Part _ -> Route.Parameter.of(field.name(), field.summary() + " A JSON document.");
      case Shape.Scalar _, Shape.Words _, Shape.Entries _, Shape.OrNull _ ->
          new Route.Parameter(field.name(), field.summary(), field.kind(), false, field.required());
    };
  }

  public static JobFilter of(Query query) {
    JobFilter filter =
        JobFilter.ALL
            .withQueue(query.text("queue").orElse(null))
            .withType(query.text("type").orElse(null))
            .withTag(query.text("tag").orElse(null))
            .withWords(words(query).orElse(null))
            .withFailureGroup(query.text("failure_group").orElse(null))
            .withCreated(
                query.time("created_from").orElse(null), query.time("created_before").orElse(null));
    for (JobText text : JobText.FILTERS) {
      filter = filter.withText(text, query.text(text.field()).orElse(null));
    }
    Set<State> states = states(query);
    return states.isEmpty() ? filter : filter.withStates(states);
  }

  public static Page.Request page(Query query) {
    return new Page.Request(
        query.whole("limit", Page.Request.FIRST.limit()), query.text("cursor").orElse(null));
  }

  /// The words that are searched for; refused if there are too many.
  public static Optional<String> words(Query query) {
    return query.text("q").map(Filters::words);
  }

  private static String words(String text) {
    int terms = SearchTerm.parse(text).size();
    if (terms == 0 || terms > Limits.SEARCH_TERMS || text.length() > Limits.SEARCH_LENGTH) {
      throw Query.wrong(
          "q",
          "invalid_value",
          "must have 1 to %d words and at most %d characters"
              .formatted(Limits.SEARCH_TERMS, Limits.SEARCH_LENGTH));
    }
    return text;
  }

  private static Set<State> states(Query query) {
    Set<State> states = EnumSet.noneOf(State.class);
    List<String> words = Shape.Words.of(State.class).words();
    for (String word : query.texts("state")) {
      if (!words.contains(word)) {
        throw Query.wrong("state", "invalid_value", "must be one of " + words);
      }
      states.add(State.valueOf(word.toUpperCase(Locale.ROOT)));
    }
    return states;
  }
}
