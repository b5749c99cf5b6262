package dev.waybill.rig;

import dev.waybill.NewJob;
import dev.waybill.Priority;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/// What is asked for under a request id. All of it follows from the id, so that sending the id
/// again, from any process, asks for the same; and so that a job found can be checked against it.
final class Requests {

  static final List<String> TYPES =
      List.of(
          "done", "done", "done", "talk", "talk", "again", "again", "later", "slow", "never",
          "bad");

  private static final List<Priority> PRIORITIES = List.of(Priority.values());
  private static final int LARGE = 70_000;

  private Requests() {}

  static NewJob of(String id) {
    SplittableRandom random = new SplittableRandom(id.hashCode());
    NewJob.Builder job =
        NewJob.builder(TYPES.get(random.nextInt(TYPES.size())))
            .requestId(id)
            .priority(PRIORITIES.get(random.nextInt(PRIORITIES.size())))
            .payload(payload(id));
    if (random.nextInt(10) == 0) {
      job.delay(Duration.ofMillis(random.nextInt(20, 200)));
    }
    return job.build();
  }

  /// Begins with the id, so that a job tells by itself which request made it.
  static String payload(String id) {
    SplittableRandom random = new SplittableRandom(id.hashCode() + 1L);
    int length = random.nextInt(200) == 0 ? LARGE : random.nextInt(800);
    StringBuilder text = new StringBuilder(id).append('|');
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  static String idIn(String payload) {
    int end = payload.indexOf('|');
    return end < 0 ? payload : payload.substring(0, end);
  }
}
