package dev.waybill.documents.process;

import dev.waybill.Payload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentStage;
import dev.waybill.wire.document.DocumentProgressJson;
import dev.waybill.wire.document.DocumentProgressJson.Step;
import dev.waybill.worker.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CancellationException;

/// Publishes how far a job is as events: each stage of each file, and the pages or
/// chunks within a stage at most twice a second.
final class ProcessingProgress {

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Task task;
  private final InstantSource clock;
  private Instant next = Instant.MIN;

  ProcessingProgress(Task task, InstantSource clock) {
    this.task = task;
    this.clock = clock;
  }

  /// A stage begins.
  void begins(Document document, DocumentStage stage) {
    checkCancelled();
    publish(new Step(document.id(), document.name(), stage, 0, 0));
  }

  /// @throws CancellationException if the job is canceled
  void reached(Document document, DocumentStage stage, int done, int total) {
    checkCancelled();
    if (!clock.instant().isBefore(next)) {
      publish(new Step(document.id(), document.name(), stage, done, total));
    }
  }

  void checkCancelled() {
    task.throwIfCancelled();
  }

  private void publish(Step step) {
    task.publish(
        DocumentProgressJson.TYPE, Payload.wrap(DocumentProgressJson.DOCUMENT.bytes(step)));
    next = clock.instant().plus(PAUSE);
  }
}
