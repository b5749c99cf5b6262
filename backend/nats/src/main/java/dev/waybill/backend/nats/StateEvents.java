package dev.waybill.backend.nats;

import dev.waybill.backend.support.JobChange;
import io.nats.client.Connection;
import java.util.function.Consumer;

/// Publishes each state change of a job as JSON, for other clients of NATS. Nobody waits for it: a
/// message can be lost with its server or connection. Finished jobs are in the history in any case.
///
/// @param connection of the server
record StateEvents(Connection connection) implements Consumer<JobChange> {

  private static final String PREFIX = "wb.state.";

  /// Publishes nothing.
  static final Consumer<JobChange> OFF = _ -> {};

  @Override
  public void accept(JobChange change) {
    String subject =
        PREFIX
            + JobSubjects.token(change.job().tenant())
            + "."
            + JobSubjects.token(change.job().request().queue())
            + "."
            + HistoryJson.state(change.job());
    try {
      connection.publish(subject, HistoryJson.write(change));
    } catch (IllegalStateException | IllegalArgumentException notNow) {
      // The connection is cut for long or closed, or an error of the job is too large to be shown.
    }
  }
}
