package dev.waybill.backend.support;

import dev.waybill.backend.support.GuardedTable.Write;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.spi.QueueKey;

/// The paused queues. Every server follows the table.
final class Pauses {

  private final GuardedTable<QueueKey> table;
  private final JobView view;

  Pauses(GuardedTable<QueueKey> table, JobView view) {
    this.table = table;
    this.view = view;
  }

  void pause(QueueKey queue, boolean paused) {
    ByteWriter body = new ByteWriter(128).putText(queue.tenant()).putText(queue.queue());
    body.put1(paused ? 1 : 0);
    if (table.write(Write.of(queue, Write.ANY, body.copy())) instanceof Written.At at) {
      view.pause(queue, paused, at.revision());
    }
  }

  void follow(long revision, byte[] body) {
    ByteReader in = new ByteReader(body);
    QueueKey queue = new QueueKey(in.getText(), in.getText());
    view.pause(queue, in.get1() != 0, revision);
  }
}
