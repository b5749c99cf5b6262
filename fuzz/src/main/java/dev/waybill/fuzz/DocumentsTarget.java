package dev.waybill.fuzz;

import dev.waybill.wire.DefinedScheduleJson;
import dev.waybill.wire.Document;
import dev.waybill.wire.JobFilterJson;
import dev.waybill.wire.LeaseRequestJson;
import dev.waybill.wire.NewEventJson;
import dev.waybill.wire.NewJobJson;
import dev.waybill.wire.NewMessageJson;
import dev.waybill.wire.OutcomeJson;
import dev.waybill.wire.QueueSettingsJson;
import dev.waybill.wire.ScheduleJson;
import dev.waybill.wire.SettlementJson;
import dev.waybill.wire.SubscriptionJson;
import dev.waybill.wire.TopicEventJson;
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
          NewMessageJson.DOCUMENT);

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
