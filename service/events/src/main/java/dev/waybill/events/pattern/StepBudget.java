package dev.waybill.events.pattern;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// The maximum work for one request. All work for the request takes steps from it: compiling,
/// comparing and sampling schemas, matching patterns and checking events. Not thread-safe.
public final class StepBudget {

  /// Enough for 16 MiB of events, and used up in well under a second.
  public static final long PER_REQUEST = 50_000_000;

  /// The maximum nesting of applied schemas, to protect the stack.
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

  /// Takes steps; throws [Exhausted] if fewer are left.
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

  /// The number of steps taken so far.
  public long taken() {
    return granted - left;
  }

  /// The request exceeds its budget.
  public static final class Exhausted extends WaybillException {

    private static final long serialVersionUID = 1L;

    Exhausted(String why) {
      super(Code.INVALID_SCHEMA, "the schema is too complex: " + why);
    }
  }
}
