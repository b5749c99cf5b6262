package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.count;

import dev.waybill.RetryPolicy;
import dev.waybill.settings.Limits;
import dev.waybill.settings.QueueSettings;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Shape;
import dev.waybill.wire.json.Slot;
import java.time.Duration;

public final class QueueSettingsJson {

  private static final Fields<QueueSettings> FIELDS =
      Fields.<QueueSettings>of(
              "QueueSettings",
              "Settings of a queue. Omitted settings have the default of the server.")
          .startingFrom(QueueSettings.NONE);
  private static final Slot.Maybe<Duration> DEFAULT_LEASE_DURATION =
      FIELDS.optional(
          "default_lease_duration",
          SPAN,
          QueueSettings::defaultLeaseDuration,
          "Default lease duration, PT0.1S to PT12H.");
  private static final Slot.Maybe<RetryPolicy> DEFAULT_RETRY =
      FIELDS.optional(
          "default_retry",
          RetryPolicyJson.DOCUMENT,
          QueueSettings::defaultRetry,
          "Default retry policy of jobs.");
  private static final Slot.Maybe<Duration> DEFAULT_TIMEOUT =
      FIELDS.optional(
          "default_timeout",
          SPAN,
          QueueSettings::defaultTimeout,
          "Default time that one attempt may run, up to 30 days.");
  private static final Slot.Maybe<Integer> MAX_WAITING =
      FIELDS.optional(
          "max_waiting",
          count(0, Limits.MAX_WAITING),
          QueueSettings::maxWaiting,
          "Maximum number of waiting jobs before new ones are refused, 0 to 1000000000.");
  private static final Slot.Maybe<Duration> WAITING_TTL =
      FIELDS.optional(
          "waiting_ttl",
          SPAN,
          QueueSettings::waitingTtl,
          "How long a job may wait for a worker before it fails as `expired`, 1s or more;"
              + " unlimited if not set.");

  public static final Document<QueueSettings> DOCUMENT =
      FIELDS.make(
          in ->
              new QueueSettings(
                  in.get(DEFAULT_LEASE_DURATION),
                  in.get(DEFAULT_RETRY),
                  in.get(DEFAULT_TIMEOUT),
                  in.get(MAX_WAITING),
                  in.get(WAITING_TTL)));

  /// A merge patch of queue settings.
  public static final Shape PATCH =
      DOCUMENT
          .shape()
          .patch("QueueSettingsPatch", "Settings of a queue to change; null removes one.");

  private QueueSettingsJson() {}
}
