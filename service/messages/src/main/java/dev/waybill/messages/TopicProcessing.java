package dev.waybill.messages;

import dev.waybill.worker.WorkerBuilder;

/// Processes the messages on topics of one tenant, as a server does.
public interface TopicProcessing {

  /// Configures a worker that notifies of the messages in a queue; the caller starts it.
  ///
  /// @throws dev.waybill.WaybillException if no provider delivers to the target
  WorkerBuilder worker(String queue, NotificationTarget target);

  /// Publishes events that a crash left unpublished; returns the number of messages that were added
  /// to a queue.
  int repair();
}
