package dev.waybill.messages.send;

import dev.waybill.Outcome;
import dev.waybill.base.WorkContext;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;

/// Sends messages with their IDs on each log entry and event, in the trace of their caller.
///
/// @param sender sends them
record SendContext(String tenant, Handler sender) implements Handler {

  @Override
  public Outcome handle(Task task) throws Exception {
    SendJob job = SendJob.read(task.payload());
    return WorkContext.current()
        .with(MessageIds.forLog(tenant, job.messageId(), job.attempt()))
        .in(task.job().request().traceContext())
        .call(() -> sender.handle(task));
  }
}
