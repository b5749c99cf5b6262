package dev.waybill.messages.send;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.spi.Fact;
import java.util.Map;
import java.util.Optional;

/// The jobs that send the messages of one tenant.
record SendingJobs(Waybill waybill, MessageFacts facts) {

  /// The job that sends the message: the first one, or that of the last request to send it again.
  Optional<Job> find(RecordedMessage message) {
    int first =
        message.progress().events().stream()
            .filter(event -> event.type().equals(MessageEventType.RESEND_REQUESTED.eventName()))
            .mapToInt(MessageEvent::attempt)
            .max()
            .orElse(1);
    JobFilter own = JobFilter.ALL.withRequestId(SendJob.requestId(message.id(), first));
    return waybill.list(own, Page.Request.first(1)).items().stream().findFirst();
  }

  /// Ends an attempt that no provider has.
  Fact canceled(String messageId, int attempt) {
    return facts.event(
        messageId,
        attempt,
        MessageEventType.MESSAGE_CANCELED,
        Map.of(EventDetails.ERROR, "canceled", EventDetails.ERROR_CODE, "canceled"));
  }

  /// Ends the job, so that nothing waits for a distant time.
  void cancelJob(RecordedMessage message) {
    find(message)
        .filter(job -> !job.state().isTerminal())
        .ifPresent(job -> waybill.cancel(job.id()));
  }
}
