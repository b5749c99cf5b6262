package dev.waybill.client;

import dev.waybill.EventCursor;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.insight.FailureQuery;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.message.MessageFilter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The paths of the HTTP API.
final class Paths {

  /// The highest numbers that an event cursor can contain.
  private static final long LAST_SEQUENCE = 999_999_999_999_999_999L;

  private static final int LAST_ATTEMPT = 999_999_999;

  private Paths() {}

  static String job(JobId id, String more) {
    return "/v1/jobs/" + id + more;
  }

  static String queue(String name, String more) {
    return "/v1/queues/" + encoded(name) + more;
  }

  static String topic(String name, String more) {
    return "/v1/topics/" + encoded(name) + more;
  }

  static String subscription(String topic, String name) {
    return topic(topic, "/subscriptions/" + encoded(name));
  }

  static String deliveries(String topic, String event, Page.Request page) {
    String path = "/deliveries?encoding=base64&event_id=" + encoded(event) + "&limit=";
    return paged(topic(topic, path), page);
  }

  static String schema(String type, String version, String more) {
    return "/v1/schemas/" + encoded(type) + "/" + encoded(version) + more;
  }

  static String definitions(String path, Page.Request page) {
    return paged(path + "?limit=", page);
  }

  static String suppressions(Page.Request page) {
    return paged("/v1/suppressions?limit=", page);
  }

  static String schedules(Page.Request page) {
    return paged("/v1/schedules?encoding=base64&limit=", page);
  }

  static String schedule(String name, String more) {
    return "/v1/schedules/" + encoded(name) + more;
  }

  static String preview(@Nullable Instant from, int count) {
    StringBuilder path = new StringBuilder("/v1/schedules/preview?count=").append(count);
    add(path, "from", from);
    return path.toString();
  }

  static String firings(String schedule, Page.Request page) {
    return paged(schedule(schedule, "/history?limit="), page);
  }

  static String keys(Page.Request page) {
    return paged("/v1/keys?limit=", page);
  }

  static String key(String id, String more) {
    return "/v1/keys/" + encoded(id) + more;
  }

  static String audit(Page.Request page) {
    return paged("/v1/audit?limit=", page);
  }

  static String paged(String upToLimit, Page.Request page) {
    StringBuilder path = new StringBuilder(upToLimit).append(page.limit());
    add(path, "cursor", page.cursor());
    return path.toString();
  }

  static String operation(String id, String more) {
    return "/v1/operations/" + encoded(id) + more;
  }

  static String events(JobId id, EventCursor after, String more) {
    String cursor = after.equals(EventCursor.START) ? "" : "&cursor=" + encoded(text(after));
    return job(id, "/events?encoding=base64" + cursor + more);
  }

  static String messages(MessageFilter filter, Page.Request page) {
    StringBuilder path = new StringBuilder("/v1/messages?limit=").append(page.limit());
    add(path, "cursor", page.cursor());
    filter.values().forEach((field, value) -> add(path, field.word(), value));
    add(path, "q", filter.words());
    add(path, "created_from", filter.createdFrom());
    add(path, "created_before", filter.createdBefore());
    return path.toString();
  }

  static String failures(FailureQuery query) {
    StringBuilder path = new StringBuilder("/v1/failures?limit=").append(query.limit());
    add(path, "queue", query.queue());
    add(path, "type", query.type());
    add(path, "since", query.since());
    add(path, "state", words(query.states()));
    return path.toString();
  }

  static String series(SeriesQuery query) {
    StringBuilder path = new StringBuilder("/v1/series?step=").append(query.step().length());
    query.queues().forEach(queue -> add(path, "queue", queue));
    add(path, "from", query.from());
    add(path, "to", query.to());
    return path.toString();
  }

  private static String words(Set<State> states) {
    return states.stream().map(Paths::word).collect(Collectors.joining(","));
  }

  static String list(JobFilter filter, Page.Request page) {
    StringBuilder path = new StringBuilder("/v1/jobs?encoding=base64&limit=" + page.limit());
    add(path, "cursor", page.cursor());
    add(path, "queue", filter.queue());
    add(path, "type", filter.type());
    add(path, "tag", filter.tag());
    filter.texts().forEach((text, value) -> add(path, text.field(), value));
    add(path, "q", filter.words());
    add(path, "failure_group", filter.failureGroup());
    add(path, "created_from", filter.createdFrom());
    add(path, "created_before", filter.createdBefore());
    if (!filter.states().equals(JobFilter.ALL.states())) {
      add(path, "state", words(filter.states()));
    }
    return path.toString();
  }

  /// A cursor before the first event of an attempt is written as one after the last event of the
  /// previous attempt.
  private static String text(EventCursor cursor) {
    if (cursor.sequence() < 0 && cursor.attempt() > 0) {
      return Math.min(cursor.attempt() - 1, LAST_ATTEMPT) + "." + LAST_SEQUENCE;
    }
    return Math.min(cursor.attempt(), LAST_ATTEMPT)
        + "."
        + Math.min(cursor.sequence(), LAST_SEQUENCE);
  }

  private static void add(StringBuilder path, String name, @Nullable Object value) {
    if (value != null) {
      path.append('&').append(name).append('=').append(encoded(value.toString()));
    }
  }

  private static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
