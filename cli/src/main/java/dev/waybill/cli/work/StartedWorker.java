package dev.waybill.cli.work;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;

/// A worker that leases jobs, as `--json` prints it.
record StartedWorker(String worker, String queue) {

  static final Document<StartedWorker> DOCUMENT = document();

  private static Document<StartedWorker> document() {
    Fields<StartedWorker> fields = Fields.of("StartedWorker", "A worker that leases jobs.");
    var worker = fields.text("worker", StartedWorker::worker, "Name of the worker.");
    var queue = fields.text("queue", StartedWorker::queue, "The queue it leases jobs from.");
    return fields.make(in -> new StartedWorker(in.get(worker), in.get(queue)));
  }
}
