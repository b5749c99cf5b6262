package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;

import dev.waybill.Limits;
import dev.waybill.QueueSettings;
import dev.waybill.RetryPolicy;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

public final class QueueSettingsJson {

  public static final Shape SHAPE =
      Shape.of(
          "QueueSettings",
          "What is set for a queue. What is left out is as the server has it for all queues.",
          optional(
              "default_hold",
              SPAN,
              "How long a lease lasts where the worker does not say, PT0.1S to PT12H."),
          optional(
              "default_retry",
              new Shape.Part(RetryPolicyJson.SHAPE),
              "The policy of jobs that name none."),
          optional(
              "default_timeout",
              SPAN,
              "How long one attempt of a new job that does not say may run, up to 30 days."),
          optional(
              "max_waiting",
              WHOLE,
              "How many jobs may wait before new ones are refused, 0 to 1000000000."),
          optional(
              "waiting_ttl",
              SPAN,
              "How long a job may wait for a worker before it fails as `expired`, 1s or more;"
                  + " unlimited where it is not set."));

  public static final Shape PATCH =
      SHAPE.patch("QueueSettingsPatch", "Settings of a queue to change; null removes one.");

  private QueueSettingsJson() {}

  public static QueueSettings read(JsonIn in) {
    return merge(in, QueueSettings.NONE);
  }

  /// A JSON merge patch (RFC 7396): what is left out stays as it is, null removes.
  public static QueueSettings merge(JsonIn in, QueueSettings before) {
    var found =
        new Object() {
          QueueSettings settings = before;
        };
    in.merge(
        SHAPE,
        field -> found.settings = in.checked(() -> with(in, found.settings, field)),
        field -> found.settings = without(in, found.settings, field));
    return found.settings;
  }

  private static QueueSettings with(JsonIn in, QueueSettings settings, String field) {
    return switch (field) {
      case "default_hold" -> settings.withDefaultHold(in.span());
      case "default_retry" -> settings.withDefaultRetry(retry(in, settings.defaultRetry()));
      case "default_timeout" -> settings.withDefaultTimeout(in.span());
      case "waiting_ttl" -> settings.withWaitingTtl(in.span());
      case "max_waiting" -> settings.withMaxWaiting((int) in.whole(0, Limits.MAX_WAITING));
      default -> throw in.unread(field);
    };
  }

  private static RetryPolicy retry(JsonIn in, @Nullable RetryPolicy before) {
    return RetryPolicyJson.merge(in, before == null ? RetryPolicy.DEFAULT : before);
  }

  private static QueueSettings without(JsonIn in, QueueSettings settings, String field) {
    return switch (field) {
      case "default_hold" -> settings.withDefaultHold(null);
      case "default_retry" -> settings.withDefaultRetry(null);
      case "default_timeout" -> settings.withDefaultTimeout(null);
      case "max_waiting" -> settings.withMaxWaiting(null);
      case "waiting_ttl" -> settings.withWaitingTtl(null);
      default -> throw in.unread(field);
    };
  }

  public static void write(JsonOut out, QueueSettings settings) {
    SHAPE.fields().forEach(field -> write(out, settings, field.name()));
  }

  /// The merge patch that makes one out of the other: what differs, and null for what is gone.
  public static void writeChange(JsonOut out, QueueSettings before, QueueSettings after) {
    for (Shape.Field field : SHAPE.fields()) {
      Object now = value(after, field.name());
      if (now == null && value(before, field.name()) != null) {
        out.raw(field.name(), "null");
      } else if (!Objects.equals(now, value(before, field.name()))) {
        write(out, after, field.name());
      }
    }
  }

  private static void write(JsonOut out, QueueSettings settings, String field) {
    switch (value(settings, field)) {
      case null -> {}
      case Duration span -> out.span(field, span);
      case RetryPolicy policy -> out.object(field, in -> RetryPolicyJson.write(in, policy));
      case Integer count -> out.number(field, count);
      case Object other -> throw new IllegalStateException("no writer for " + other);
    }
  }

  private static @Nullable Object value(QueueSettings settings, String field) {
    return switch (field) {
      case "default_hold" -> settings.defaultHold();
      case "default_retry" -> settings.defaultRetry();
      case "default_timeout" -> settings.defaultTimeout();
      case "max_waiting" -> settings.maxWaiting();
      case "waiting_ttl" -> settings.waitingTtl();
      default -> throw new IllegalStateException("no writer for the field " + field);
    };
  }
}
