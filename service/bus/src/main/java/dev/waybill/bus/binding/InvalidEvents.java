package dev.waybill.bus.binding;

import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import java.util.Optional;
import java.util.function.Function;

/// Handles events that could not be published: they become dead letters with the reason. When the
/// cause was corrected, for example a topic created, redriving them publishes them.
public final class InvalidEvents {

  private final Waybill waybill;
  private final Function<String, Optional<PublishAnswer.NotPublished>> publish;

  /// @param publish receives the event as it was set aside
  public InvalidEvents(
      Waybill waybill, Function<String, Optional<PublishAnswer.NotPublished>> publish) {
    this.waybill = waybill;
    this.publish = publish;
  }

  public Worker start(BoundTopic bound) {
    return Worker.builder(waybill)
        .queue(bound.invalidQueue())
        .name("bus")
        .handle(InboundEvents.JOB_TYPE, this::handle)
        .start();
  }

  private Outcome handle(Task task) {
    String event = OutboundEvents.payload(waybill, task.job());
    return publish.apply(event).map(InvalidEvents::outcome).orElseGet(Outcome::done);
  }

  private static Outcome outcome(PublishAnswer.NotPublished refused) {
    String reason = InboundEvents.reason(refused);
    return refused.code().isRetryable() ? Outcome.retry(reason) : Outcome.reject(reason);
  }
}
