package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.QUEUES;

import dev.waybill.backend.nats.Wire.Write;
import dev.waybill.backend.nats.Wire.Written;
import dev.waybill.spi.QueueKey;
import io.nats.client.Message;

/// The bucket of queues: which of them are paused. Every server follows it.
final class Pauses {

  private static final String STREAM = JobSubjects.streamOf(QUEUES);

  private final Wire wire;
  private final View view;

  Pauses(Wire wire, View view) {
    this.wire = wire;
    this.view = view;
  }

  void pause(QueueKey queue, boolean paused) {
    byte[] body = new ByteSink(128).text(queue.tenant()).text(queue.queue()).flag(paused).toBytes();
    Written written = wire.write(Write.of(STREAM, JobSubjects.queue(queue), Write.ANY, body));
    if (written instanceof Written.At at) {
      view.pause(queue, paused, at.revision());
    }
  }

  void follow(Message message) {
    ByteSource in = new ByteSource(message.getData());
    QueueKey queue = new QueueKey(in.text(), in.text());
    view.pause(queue, in.flag(), message.metaData().streamSequence());
  }
}
