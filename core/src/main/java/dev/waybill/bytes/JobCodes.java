package dev.waybill.bytes;

import dev.waybill.Attempt.Ending;
import dev.waybill.Priority;
import dev.waybill.State;

/// The numbers of states, endings and priorities in stored and transmitted bytes. They are part of
/// the formats and never change their meaning.
public final class JobCodes {

  public static final int QUEUED = 1;
  public static final int RUNNING = 2;
  public static final int COMPLETED = 3;
  public static final int DEAD = 6;

  private JobCodes() {}

  public static int of(State state) {
    return switch (state) {
      case SCHEDULED -> 0;
      case QUEUED -> QUEUED;
      case RUNNING -> RUNNING;
      case COMPLETED -> COMPLETED;
      case FAILED -> 4;
      case CANCELLED -> 5;
      case DEAD -> DEAD;
    };
  }

  public static State state(int code) {
    return switch (code) {
      case 0 -> State.SCHEDULED;
      case QUEUED -> State.QUEUED;
      case RUNNING -> State.RUNNING;
      case COMPLETED -> State.COMPLETED;
      case 4 -> State.FAILED;
      case 5 -> State.CANCELLED;
      case DEAD -> State.DEAD;
      default -> throw new IllegalArgumentException("no state has code " + code);
    };
  }

  public static int of(Ending ending) {
    return switch (ending) {
      case COMPLETED -> 0;
      case ERROR -> 1;
      case FAILED -> 2;
      case SNOOZED -> 3;
      case RELEASED -> 4;
      case CANCELLED -> 5;
      case CRASHED -> 6;
    };
  }

  public static Ending ending(int code) {
    return switch (code) {
      case 0 -> Ending.COMPLETED;
      case 1 -> Ending.ERROR;
      case 2 -> Ending.FAILED;
      case 3 -> Ending.SNOOZED;
      case 4 -> Ending.RELEASED;
      case 5 -> Ending.CANCELLED;
      case 6 -> Ending.CRASHED;
      default -> throw new IllegalArgumentException("no ending has code " + code);
    };
  }

  public static int of(Priority priority) {
    return switch (priority) {
      case HIGH -> 0;
      case NORMAL -> 1;
      case LOW -> 2;
    };
  }

  public static Priority priority(int code) {
    return switch (code) {
      case 0 -> Priority.HIGH;
      case 1 -> Priority.NORMAL;
      case 2 -> Priority.LOW;
      default -> throw new IllegalArgumentException("no priority has code " + code);
    };
  }
}
