package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Decimals;
import dev.waybill.base.Durations;
import dev.waybill.base.Text;
import dev.waybill.engine.ReservedNames;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.schedule.Timing;
import dev.waybill.schedules.cron.Slots;
import dev.waybill.settings.Limits;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.JsonIn;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// Validates a schedule before it is stored. A refusal explains what is allowed.
final class ScheduleChecks {

  private ScheduleChecks() {}

  static void check(Schedule schedule) {
    name("schedule", schedule.name(), ScheduleLimits.NAME_LENGTH);
    text("description", schedule.description(), ScheduleLimits.DESCRIPTION_LENGTH);
    times(schedule);
    switch (schedule.action()) {
      case Action.StartJob start -> job(start.template());
      case Action.PublishEvent event -> event(event);
    }
  }

  static void key(@Nullable String key) {
    if (key != null) {
      require(!key.isBlank(), Code.INVALID_ARGUMENT, "the key of a run must not be blank");
      text("key", key, ScheduleLimits.NAME_LENGTH);
    }
  }

  static void preview(@Nullable Instant from, int count) {
    moment("from", from);
    require(
        count >= 1 && count <= ScheduleLimits.PREVIEWED,
        Code.INVALID_ARGUMENT,
        "count must be 1 to " + ScheduleLimits.PREVIEWED + "; it is " + count);
  }

  private static void times(Schedule schedule) {
    Slots slots = Slots.of(schedule.timing());
    zone(schedule.timing());
    require(
        !schedule.jitter().isNegative()
            && schedule.jitter().compareTo(ScheduleLimits.MAX_JITTER) <= 0
            && schedule.jitter().toNanosPart() % 1_000_000 == 0,
        Code.INVALID_ARGUMENT,
        "jitter must be 0s to 24h in whole milliseconds; it is "
            + Durations.text(schedule.jitter()));
    Instant start = schedule.startAt();
    Instant end = schedule.endAt();
    moment("the start", start);
    moment("the end", end);
    Instant first = slots.next((start == null ? Instant.EPOCH : start).minusMillis(1));
    require(
        first != null && first.isBefore(end == null ? ScheduleLimits.LATEST : end),
        Code.INVALID_ARGUMENT,
        "the schedule never fires between its start, or 1970, and its end, or 2300; change its"
            + " times");
  }

  /// The sign of `GMT+2` is ambiguous; `Etc/GMT+2` of the IANA database is west of Greenwich.
  private static void zone(Timing timing) {
    ZoneId zone =
        switch (timing) {
          case Timing.Cron cron -> cron.zone();
          case Timing.Once once -> once.zone();
          case Timing.Every _ -> ZoneOffset.UTC;
        };
    require(
        !zone.getId().matches("(?:GMT|UTC|UT)[+-].*"),
        Code.INVALID_ARGUMENT,
        "zone "
            + zone
            + " is ambiguous; use a name such as Europe/Lisbon or an offset such as +02:00");
  }

  private static void moment(String what, @Nullable Instant time) {
    require(
        time == null || (!time.isBefore(Instant.EPOCH) && time.isBefore(ScheduleLimits.LATEST)),
        Code.INVALID_ARGUMENT,
        what + " must be between 1970 and 2300; it is " + time);
  }

  private static void job(NewJob job) {
    name("queue", job.queue(), Limits.NAME_LENGTH);
    name("type", job.type(), Limits.NAME_LENGTH);
    size("the payload", job.payload());
    require(
        job.requestId() == null && job.traceContext() == null,
        Code.INVALID_ARGUMENT,
        "the job of a schedule must not have a request ID or a trace context; each slot has its"
            + " own");
    require(
        job.delay().isZero() && job.runAt() == null && job.deadline() == null,
        Code.INVALID_DELAY,
        "the job of a schedule must not have a delay, run time or deadline; the schedule determines"
            + " when it runs");
    for (JobText text : JobText.values()) {
      text(text.label(), text.of(job), text.longest());
    }
    Duration timeout = job.timeout();
    require(
        timeout == null
            || (timeout.compareTo(Limits.MIN_TIMEOUT) >= 0
                && timeout.compareTo(Limits.MAX_TIMEOUT) <= 0),
        Code.INVALID_ARGUMENT,
        "timeout must be 1ms to 30d; it is " + (timeout == null ? "" : Durations.text(timeout)));
    require(
        job.tags().size() <= ScheduleLimits.TEMPLATE_TAGS,
        Code.TOO_MANY_ITEMS,
        "the job of a schedule may have at most 28 tags");
    job.tags().forEach(tag -> text("tag", tag, Limits.TAG_LENGTH));
    ReservedNames.checkTags(job.tags());
  }

  private static void event(Action.PublishEvent event) {
    name("topic", event.topic(), Limits.NAME_LENGTH);
    name("event type", event.type(), Limits.NAME_LENGTH);
    size("the body", event.body());
    require(
        isObject(event.body()),
        Code.INVALID_ARGUMENT,
        "the body of an event must be a JSON object");
    require(
        event.attributes().size() <= ScheduleLimits.ATTRIBUTES,
        Code.TOO_MANY_ITEMS,
        "an event may have at most 32 attributes");
    event.attributes().forEach(ScheduleChecks::attribute);
    if (ScheduledMessages.isOne(event)) {
      ScheduledMessages.check(event);
    }
  }

  private static void attribute(String name, Attribute attribute) {
    name("attribute", name, Limits.NAME_LENGTH);
    String label = "attribute " + name;
    switch (attribute) {
      case Attribute.Text(var value) -> text(label, value, Limits.KEY_LENGTH);
      case Attribute.Many(var values) -> {
        require(
            values.size() <= ScheduleLimits.ATTRIBUTE_TEXTS,
            Code.TOO_MANY_ITEMS,
            label + " may have at most " + ScheduleLimits.ATTRIBUTE_TEXTS + " values");
        require(
            values.stream().allMatch(Attribute.Text.class::isInstance),
            Code.INVALID_ARGUMENT,
            label + " must be a list of strings");
        values.forEach(value -> attribute(name, value));
      }
      case Attribute.Numeric(var value) ->
          require(
              Decimals.isBounded(value),
              Code.INVALID_ARGUMENT,
              label + " must be a number of up to " + Decimals.MAX_DIGITS + " digits");
      case Attribute.Flag _, Attribute.Null _, Attribute.Binary _ ->
          require(
              false,
              Code.INVALID_ARGUMENT,
              label + " must be a string, a number or a list of strings");
    }
  }

  private static boolean isObject(Payload body) {
    try {
      return JsonIn.read(
          body.bytesWithoutCopy(),
          in -> {
            boolean object = in.isObject();
            Codecs.JSON.read(in);
            return object;
          });
    } catch (InvalidDocument malformed) {
      return false;
    }
  }

  private static void name(String what, String name, int most) {
    require(
        Text.isName(name) && name.length() <= most,
        Code.INVALID_NAME,
        what
            + " "
            + Text.quote(name)
            + " is not a name; use up to "
            + most
            + " letters, digits, '.', '_', ':' and '-', beginning with a letter or digit");
  }

  private static void text(String what, @Nullable String text, int most) {
    require(
        text == null || (text.length() <= most && Text.isStorable(text)),
        Code.INVALID_ARGUMENT,
        what + " must have at most " + most + " characters, without NUL and lone surrogates");
  }

  private static void size(String what, Payload payload) {
    require(
        payload.size() <= ScheduleLimits.TEMPLATE_BYTES,
        Code.PAYLOAD_TOO_LARGE,
        what + " of a schedule may have at most 32768 bytes; it has " + payload.size());
  }

  private static void require(boolean holds, Code code, String otherwise) {
    if (!holds) {
      throw new WaybillException(code, otherwise);
    }
  }
}
