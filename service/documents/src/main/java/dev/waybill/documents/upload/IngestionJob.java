package dev.waybill.documents.upload;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.document.Document;
import dev.waybill.document.IngestionMessage;
import dev.waybill.wire.document.IngestionJson;
import java.time.Instant;
import java.util.List;

/// The job that processes documents of one session.
public final class IngestionJob {

  private IngestionJob() {}

  /// @param at when it was asked for
  public static NewJob.Builder of(JobId id, List<Document> documents, Instant at) {
    String session = documents.getFirst().session();
    IngestionMessage message =
        new IngestionMessage(id, session, documents.stream().map(IngestionJob::item).toList(), at);
    return NewJob.builder(IngestionMessage.TYPE)
        .queue(IngestionMessage.QUEUE)
        .payload(Payload.wrap(IngestionJson.MESSAGE.bytes(message)))
        .correlationId(session);
  }

  /// A document in the payload of a job.
  public static IngestionMessage.Item item(Document document) {
    Document.Content content = document.content();
    return new IngestionMessage.Item(document.id(), content.key(), content.hash(), content.type());
  }
}
