package dev.waybill.rig;

import dev.waybill.State;

/// The states that an outcome may lead to. A job with a cancel request ends as cancelled.
final class OutcomeStates {

  private OutcomeStates() {}

  static boolean mayLeadTo(String word, State state) {
    boolean backOrCancelled = state.isWaiting() || state == State.CANCELLED;
    return switch (word) {
      case "DONE" -> state == State.COMPLETED;
      case "RETRY" -> backOrCancelled || state == State.DEAD;
      case "SNOOZE", "RELEASE" -> backOrCancelled;
      case "FAIL" -> state == State.FAILED || state == State.CANCELLED;
      case "REJECT" -> state == State.DEAD || state == State.CANCELLED;
      default -> false;
    };
  }
}
