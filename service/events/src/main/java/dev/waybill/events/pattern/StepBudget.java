package dev.waybill.events.pattern;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// The work that one request may cost. Everything done for the request takes its steps from here:
/// compiling, comparing and sampling schemas, matching patterns and checking events. Not safe for
/// use by several threads.
public final class StepBudget {

  /// Enough for 16 MiB of events, and spent in well under a second.
  public static final long PER_REQUEST = 50_000_000;

  /// How deep schemas may be applied inside each other, so that no stack can run out.
  public static final int MAX_NESTING = 400;

  private final long granted;
  private long left;

  private StepBudget(long granted) {
    this.granted = granted;
    this.left = granted;
  }

  /// A budget for one request.
  public static StepBudget forRequest() {
    return new StepBudget(PER_REQUEST);
  }

  public static StepBudget of(long granted) {
    return new StepBudget(granted);
  }

  /// Takes some steps; throws [Exhausted] where fewer are left.
  public void take(long steps) {
    left -= steps;
    if (left < 0) {
      throw new Exhausted(
          "this request needs more than "
              + granted
              + " steps; use fewer references, alternatives and repeats, or send less at once");
    }
  }

  /// Takes a step at this depth; throws [Exhausted] below [#MAX_NESTING].
  public void takeAt(int depth) {
    take(1);
    if (depth > MAX_NESTING) {
      throw new Exhausted(
          "its rules are nested more than " + MAX_NESTING + " deep; use fewer references");
    }
  }

  /// How many steps were taken so far.
  public long taken() {
    return granted - left;
  }

  /// The request costs more than it may.
  public static final class Exhausted extends WaybillException {

    private static final long serialVersionUID = 1L;

    Exhausted(String why) {
      super(Code.INVALID_SCHEMA, "the schema is too complex: " + why);
    }
  }
}
