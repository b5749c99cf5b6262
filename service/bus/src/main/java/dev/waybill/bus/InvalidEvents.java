package dev.waybill.bus;

import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.worker.Task;
import dev.waybill.worker.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Handles entries that could not be published: they become dead letters with the reason. When the
/// cause was corrected, for example a topic created, redriving them publishes them.
final class InvalidEvents {

  private final Waybill waybill;
  private final StreamInbound inbound;

  InvalidEvents(Waybill waybill, StreamInbound inbound) {
    this.waybill = waybill;
    this.inbound = inbound;
  }

  Worker start(Binding binding) {
    return Worker.builder(waybill)
        .queue(binding.invalidQueue())
        .name("bus")
        .handle(StreamInbound.JOB_TYPE, this::handle)
        .start();
  }

  private Outcome handle(Task task) throws IOException {
    try (InputStream payload = waybill.openPayload(task.job().id())) {
      String json = new String(payload.readAllBytes(), StandardCharsets.UTF_8);
      return inbound.publish(json).map(InvalidEvents::outcome).orElseGet(Outcome::done);
    }
  }

  private static Outcome outcome(PublishAnswer.NotPublished refused) {
    String reason = StreamInbound.reason(refused);
    return refused.code().isRetryable() ? Outcome.retry(reason) : Outcome.reject(reason);
  }
}
