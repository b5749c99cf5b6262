package dev.waybill.backend.aws.link;

import java.time.Duration;
import java.util.List;

/// An alarm of CloudWatch on a queue of SQS: it is raised if the maximum of a metric within
/// [#PERIOD] is over a threshold.
///
/// @param kind tells the alarms of a queue apart
/// @param queue the name of the queue in SQS
public record AlarmPlan(Kind kind, String queue, String metric, int threshold) {

  public enum Kind {
    /// Messages in the queue of dead letters.
    DEAD,
    /// The age of the oldest message.
    AGE
  }

  public static final Duration PERIOD = Duration.ofMinutes(5);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  /// The alarms for a queue with its queue of dead letters.
  public static List<AlarmPlan> of(String queue) {
    return List.of(
        new AlarmPlan(
            Kind.DEAD, AwsLayout.deadLetters(queue), "ApproximateNumberOfMessagesVisible", 0),
        new AlarmPlan(
            Kind.AGE, queue, "ApproximateAgeOfOldestMessage", (int) LONGEST_WAIT.toSeconds()));
  }

  public String name() {
    return queue + (kind == Kind.DEAD ? "-depth" : "-age");
  }
}
