package dev.waybill.rig;

import dev.waybill.NewJob;
import dev.waybill.Priority;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/// The job for a request ID. It is derived from the ID, so that every process sends the same job
/// for the same ID, and a stored job can be checked against it.
final class LoadRequests {

  static final List<String> TYPES =
      List.of(
          "done", "done", "done", "talk", "talk", "again", "again", "later", "slow", "never",
          "bad");

  private static final List<Priority> PRIORITIES = List.of(Priority.values());
  private static final int LARGE = 70_000;

  private LoadRequests() {}

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

  /// Starts with the ID, so that a job shows the request that created it.
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
