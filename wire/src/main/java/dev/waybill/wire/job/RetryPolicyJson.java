package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.COUNT;
import static dev.waybill.wire.json.Codecs.DECIMAL;
import static dev.waybill.wire.json.Codecs.SPAN;

import dev.waybill.RetryPolicy;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Duration;

public final class RetryPolicyJson {

  private static final RetryPolicy USUAL = RetryPolicy.DEFAULT;

  private static final Fields<RetryPolicy> FIELDS =
      Fields.<RetryPolicy>of("RetryPolicy", "How often a job may fail, and the delays in between.")
          .startingFrom(USUAL);
  private static final Slot.Of<Integer> MAX_ERRORS =
      FIELDS.or(
          USUAL.maxErrors(),
          "max_errors",
          COUNT,
          RetryPolicy::maxErrors,
          "Failed attempts before the job is dead, 1 to 1000; default 3.");
  private static final Slot.Of<Integer> MAX_CRASHES =
      FIELDS.or(
          USUAL.maxCrashes(),
          "max_crashes",
          COUNT,
          RetryPolicy::maxCrashes,
          "Expired leases before the job is dead, 1 to 1000; default 3.");
  private static final Slot.Of<Duration> FIRST_DELAY =
      FIELDS.or(
          USUAL.firstDelay(),
          "first_delay",
          SPAN,
          RetryPolicy::firstDelay,
          "Delay after the first failed attempt; default PT5S.");
  private static final Slot.Of<Double> FACTOR =
      FIELDS.or(
          USUAL.factor(),
          "factor",
          DECIMAL,
          RetryPolicy::factor,
          "Factor between one delay and the next, 1 to 100; default 3.");
  private static final Slot.Of<Duration> MAX_DELAY =
      FIELDS.or(
          USUAL.maxDelay(),
          "max_delay",
          SPAN,
          RetryPolicy::maxDelay,
          "Longest delay, before jitter; default PT1H.");
  private static final Slot.Of<Double> JITTER =
      FIELDS.or(
          USUAL.jitter(),
          "jitter",
          DECIMAL,
          RetryPolicy::jitter,
          "Random share added to each delay, 0 to 10; default 0.5.");

  public static final Document<RetryPolicy> DOCUMENT =
      FIELDS.make(
          in ->
              new RetryPolicy(
                  in.get(MAX_ERRORS),
                  in.get(MAX_CRASHES),
                  in.get(FIRST_DELAY),
                  in.get(FACTOR),
                  in.get(MAX_DELAY),
                  in.get(JITTER)));

  private RetryPolicyJson() {}
}
