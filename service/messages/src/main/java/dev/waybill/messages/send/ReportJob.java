package dev.waybill.messages.send;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.LaterReports;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Refused;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The job that makes a report of a provider inside the server at its time. It waits in the queue
/// of the lookups of its provider.
///
/// @param happens when the event happens, counted from the creation of the job
record ReportJob(String providerMsgId, MessageEventType type, Duration happens) {

  static final String TYPE = "message.report";

  private static final Fields<ReportJob> FIELDS =
      Fields.of("ReportJob", "A report of a provider that is due at a later time.");
  private static final Slot.Of<String> PROVIDER_MSG_ID =
      FIELDS.text("provider_msg_id", ReportJob::providerMsgId, "The ID at the provider.");
  private static final Slot.Of<MessageEventType> EVENT =
      FIELDS.required("event", Codecs.word(MessageEventType.class), ReportJob::type, "The event.");
  private static final Slot.Of<Duration> HAPPENS =
      FIELDS.required("happens", Codecs.SPAN, ReportJob::happens, "When the event happens.");
  private static final Document<ReportJob> DOCUMENT =
      FIELDS.make(in -> new ReportJob(in.get(PROVIDER_MSG_ID), in.get(EVENT), in.get(HAPPENS)));

  /// Plans reports as jobs of the tenant of their message.
  static LaterReports planning(Waybill waybill) {
    return (message, reports) -> {
      List<NewJob> jobs = new ArrayList<>();
      for (LaterReports.Later report : reports) {
        jobs.add(
            new ReportJob(message.providerMsgId(), report.type(), report.happens())
                .job(message, jobs.size(), report.told()));
      }
      waybill.tenant(message.ids().tenant()).enqueueAll(jobs).forEach(ReportJob::check);
    };
  }

  private static void check(EnqueueResult result) {
    if (result instanceof Refused refused) {
      throw refused.asException();
    }
  }

  private NewJob job(LaterReports.Message message, int number, Duration delay) {
    return NewJob.builder(TYPE)
        .queue(CheckJob.queue(message.provider()))
        .payload(Payload.wrap(DOCUMENT.bytes(this)))
        .requestId(
            "message/%s/%d/report/%d"
                .formatted(message.ids().messageId(), message.ids().attempt(), number))
        .delay(delay)
        .build();
  }

  static ProviderReport read(Job job) {
    ReportJob report = DOCUMENT.readAnswer(job.payload().bytesWithoutCopy());
    return new ProviderReport(
        report.providerMsgId(), report.type(), job.createdAt().plus(report.happens()), Map.of());
  }
}
