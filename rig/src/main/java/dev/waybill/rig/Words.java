package dev.waybill.rig;

import dev.waybill.State;

/// Where the word of a worker may lead. A job that was asked to stop ends as cancelled.
final class Words {

  private Words() {}

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
