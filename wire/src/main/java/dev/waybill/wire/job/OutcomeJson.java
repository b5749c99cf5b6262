package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.SPAN;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.util.function.Function;

public final class OutcomeJson {

  private static final Fields<Outcome> FIELDS =
      Fields.of("Outcome", "The outcome of an attempt: exactly one of these.");

  static {
    FIELDS.variant("done", Outcome.Done.class, done(), "The attempt succeeded.");
    FIELDS.variant("retry", Outcome.Retry.class, retry(), "The attempt failed; retry it.");
    FIELDS.variant(
        "fail",
        Outcome.Fail.class,
        failed("Fail", "The job cannot succeed.", Outcome.Fail::failure, Outcome.Fail::new),
        "The job cannot succeed; do not retry it.");
    FIELDS.variant(
        "reject",
        Outcome.Reject.class,
        failed(
            "Reject",
            "The job cannot be handled as it is.",
            Outcome.Reject::failure,
            Outcome.Reject::new),
        "Make the job a dead letter at once.");
    FIELDS.variant(
        "snooze",
        Outcome.Snooze.class,
        snooze(),
        "Run the job later; does not count as a failure.");
    FIELDS.variant(
        "release",
        Outcome.Release.class,
        Fields.<Outcome.Release>of("Release", "The worker did not run the job.")
            .make(_ -> new Outcome.Release()),
        "Return the job to the front of its queue; does not count as a failure.");
  }

  public static final Document<Outcome> DOCUMENT = FIELDS.exactlyOne();

  private OutcomeJson() {}

  private static Document<Outcome.Done> done() {
    Fields<Outcome.Done> fields = Fields.of("Done", "The attempt succeeded.");
    var result =
        fields.payload(
            "result",
            done -> done.result().size() == 0 ? null : done.result(),
            "Any JSON value, stored byte for byte.",
            "Any bytes; not together with `result`.");
    return fields.make(in -> new Outcome.Done(in.get(result, Payload.empty())));
  }

  private static Document<Outcome.Retry> retry() {
    Fields<Outcome.Retry> fields = Fields.of("Retry", "The attempt failed.");
    var failure =
        fields.required("failure", FailureJson.DOCUMENT, Outcome.Retry::failure, "The reason.");
    var delay =
        fields.optional(
            "delay", SPAN, Outcome.Retry::delay, "When to try again; default is by retry policy.");
    return fields.make(in -> new Outcome.Retry(in.get(failure), in.get(delay)));
  }

  private static <T extends Outcome> Document<T> failed(
      String name, String summary, Function<T, Failure> getter, Function<Failure, T> make) {
    Fields<T> fields = Fields.of(name, summary);
    var failure = fields.required("failure", FailureJson.DOCUMENT, getter, "The reason.");
    return fields.make(in -> make.apply(in.get(failure)));
  }

  private static Document<Outcome.Snooze> snooze() {
    Fields<Outcome.Snooze> fields = Fields.of("Snooze", "The attempt is postponed.");
    var delay = fields.required("delay", SPAN, Outcome.Snooze::delay, "When to run it again.");
    return fields.make(in -> new Outcome.Snooze(in.get(delay)));
  }
}
