package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.DECIMAL;
import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;

import dev.waybill.RetryPolicy;

/// What is left out is as in [RetryPolicy#DEFAULT].
public final class RetryPolicyJson {

  public static final Shape SHAPE =
      Shape.of(
          "RetryPolicy",
          "How often a job may fail, and how long it waits in between.",
          optional("max_errors", WHOLE, "Errors before the job is dead, 1 to 1000; 3."),
          optional("max_crashes", WHOLE, "Lapsed leases before the job is dead, 1 to 1000; 3."),
          optional("first_delay", SPAN, "The wait after the first error; PT5S."),
          optional("factor", DECIMAL, "What the wait grows by, 1 to 100; 3."),
          optional("max_delay", SPAN, "The longest wait, before jitter; PT1H."),
          optional("jitter", DECIMAL, "A random share added to the wait, 0 to 10; 0.5."));

  private RetryPolicyJson() {}

  public static RetryPolicy read(JsonIn in) {
    RetryPolicy start = RetryPolicy.DEFAULT;
    var found =
        new Object() {
          int maxErrors = start.maxErrors();
          int maxCrashes = start.maxCrashes();
          java.time.Duration firstDelay = start.firstDelay();
          double factor = start.factor();
          java.time.Duration maxDelay = start.maxDelay();
          double jitter = start.jitter();
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "max_errors" -> found.maxErrors = in.count();
            case "max_crashes" -> found.maxCrashes = in.count();
            case "first_delay" -> found.firstDelay = in.span();
            case "factor" -> found.factor = in.decimal();
            case "max_delay" -> found.maxDelay = in.span();
            case "jitter" -> found.jitter = in.decimal();
            default -> throw in.unread(field);
          }
        });
    return new RetryPolicy(
        found.maxErrors,
        found.maxCrashes,
        found.firstDelay,
        found.factor,
        found.maxDelay,
        found.jitter);
  }

  /// What is left out stays as it is, null is as in [RetryPolicy#DEFAULT]. Unlike [#read] it names
  /// the field that is refused.
  public static RetryPolicy merge(JsonIn in, RetryPolicy before) {
    var found =
        new Object() {
          RetryPolicy policy = before;
        };
    in.merge(
        SHAPE,
        field -> found.policy = in.checked(() -> with(in, found.policy, field)),
        field -> found.policy = usual(in, found.policy, field));
    return found.policy;
  }

  private static RetryPolicy with(JsonIn in, RetryPolicy p, String field) {
    return switch (field) {
      case "max_errors" -> p.withMaxErrors(in.count());
      case "max_crashes" -> p.withMaxCrashes(in.count());
      case "first_delay" -> p.withDelays(in.span(), p.factor(), p.maxDelay());
      case "factor" -> p.withDelays(p.firstDelay(), in.decimal(), p.maxDelay());
      case "max_delay" -> p.withDelays(p.firstDelay(), p.factor(), in.span());
      case "jitter" -> p.withJitter(in.decimal());
      default -> throw in.unread(field);
    };
  }

  private static RetryPolicy usual(JsonIn in, RetryPolicy p, String field) {
    RetryPolicy usual = RetryPolicy.DEFAULT;
    return switch (field) {
      case "max_errors" -> p.withMaxErrors(usual.maxErrors());
      case "max_crashes" -> p.withMaxCrashes(usual.maxCrashes());
      case "first_delay" -> p.withDelays(usual.firstDelay(), p.factor(), p.maxDelay());
      case "factor" -> p.withDelays(p.firstDelay(), usual.factor(), p.maxDelay());
      case "max_delay" -> p.withDelays(p.firstDelay(), p.factor(), usual.maxDelay());
      case "jitter" -> p.withJitter(usual.jitter());
      default -> throw in.unread(field);
    };
  }

  public static void write(JsonOut out, RetryPolicy policy) {
    out.number("max_errors", policy.maxErrors());
    out.number("max_crashes", policy.maxCrashes());
    out.span("first_delay", policy.firstDelay());
    out.decimal("factor", policy.factor());
    out.span("max_delay", policy.maxDelay());
    out.decimal("jitter", policy.jitter());
  }
}
