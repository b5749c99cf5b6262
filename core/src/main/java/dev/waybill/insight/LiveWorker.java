package dev.waybill.insight;

import dev.waybill.JobId;
import java.time.Instant;
import java.util.List;

/// A worker that used this server in the last minutes.
///
/// @param queues the queues that it asked for jobs
/// @param running the jobs that it leased here, at most [#MOST_JOBS]
/// @param runningCount the number of all these jobs
public record LiveWorker(
    String name,
    List<String> queues,
    List<RunningJob> running,
    long runningCount,
    Figures figures) {

  public static final int MOST_JOBS = 20;

  /// @param since when the attempt began
  public record RunningJob(JobId id, String type, String queue, int attempt, Instant since) {}

  /// What the worker did since it was first seen.
  ///
  /// @param failed attempts that ended with an error
  public record Figures(Instant firstSeenAt, Instant lastSeenAt, long completed, long failed) {}

  public LiveWorker {
    queues = List.copyOf(queues);
    running = List.copyOf(running);
  }
}
