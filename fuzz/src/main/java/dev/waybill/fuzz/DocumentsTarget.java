package dev.waybill.fuzz;

import dev.waybill.wire.document.AcceptedUploadJson;
import dev.waybill.wire.document.IngestionJson;
import dev.waybill.wire.document.SearchJson;
import dev.waybill.wire.job.JobFilterJson;
import dev.waybill.wire.job.LeaseRequestJson;
import dev.waybill.wire.job.NewEventJson;
import dev.waybill.wire.job.NewJobJson;
import dev.waybill.wire.job.OutcomeJson;
import dev.waybill.wire.job.QueueSettingsJson;
import dev.waybill.wire.job.SettlementJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.schedule.DefinedScheduleJson;
import dev.waybill.wire.schedule.ScheduleJson;
import dev.waybill.wire.topic.NewTopicMessageJson;
import dev.waybill.wire.topic.SubscriptionJson;
import dev.waybill.wire.topic.TopicEventJson;
import java.util.List;
import java.util.Objects;

/// JSON documents of the API: the part before the separator selects the document. A parsed document
/// is written and parsed again; the result must be equal.
final class DocumentsTarget implements FuzzTarget {

  private static final List<Document<?>> DOCUMENTS =
      List.of(
          NewJobJson.DOCUMENT,
          OutcomeJson.DOCUMENT,
          SettlementJson.DOCUMENT,
          LeaseRequestJson.DOCUMENT,
          NewEventJson.DOCUMENT,
          JobFilterJson.DOCUMENT,
          QueueSettingsJson.DOCUMENT,
          ScheduleJson.DOCUMENT,
          DefinedScheduleJson.DOCUMENT,
          SubscriptionJson.DOCUMENT,
          TopicEventJson.DOCUMENT,
          NewTopicMessageJson.DOCUMENT,
          SearchJson.DOCUMENT,
          AcceptedUploadJson.DOCUMENT,
          IngestionJson.MESSAGE);

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    readTwice(Input.choice(parts.get(0), DOCUMENTS), parts.get(1));
  }

  private static <T> void readTwice(Document<T> document, byte[] body) {
    T first = document.read(body);
    byte[] written = document.bytes(first);
    T second = document.read(written);
    if (!Objects.equals(first, second)) {
      throw new IllegalStateException(
          "read " + first + ", wrote " + Input.text(written) + ", read " + second);
    }
  }
}
