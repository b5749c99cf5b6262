package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.QUEUES;

import dev.waybill.backend.nats.Wire.Write;
import dev.waybill.backend.nats.Wire.Written;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
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
    ByteWriter body = new ByteWriter(128).putText(queue.tenant()).putText(queue.queue());
    body.put1(paused ? 1 : 0);
    Written written =
        wire.write(Write.of(STREAM, JobSubjects.queue(queue), Write.ANY, body.copy()));
    if (written instanceof Written.At at) {
      view.pause(queue, paused, at.revision());
    }
  }

  void follow(Message message) {
    ByteReader in = new ByteReader(message.getData());
    QueueKey queue = new QueueKey(in.getText(), in.getText());
    view.pause(queue, in.get1() != 0, message.metaData().streamSequence());
  }
}
