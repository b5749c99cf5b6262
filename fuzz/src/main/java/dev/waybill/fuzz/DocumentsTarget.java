package dev.waybill.fuzz;

import dev.waybill.wire.AttributesJson;
import dev.waybill.wire.DefinedScheduleJson;
import dev.waybill.wire.Encoding;
import dev.waybill.wire.JobFilterJson;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.LeaseRequestJson;
import dev.waybill.wire.MessageJson;
import dev.waybill.wire.NewEventJson;
import dev.waybill.wire.NewJobJson;
import dev.waybill.wire.OutcomeJson;
import dev.waybill.wire.QueueSettingsJson;
import dev.waybill.wire.ScheduleJson;
import dev.waybill.wire.SettlementJson;
import dev.waybill.wire.SubscriptionJson;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// JSON documents of the API: the part before the separator chooses the document. What was read is
/// written and read again, and must be the same.
final class DocumentsTarget implements FuzzTarget {

  private static final List<Document<?>> DOCUMENTS =
      List.of(
          new Document<>(NewJobJson::read, NewJobJson::write),
          new Document<>(OutcomeJson::read, OutcomeJson::write),
          new Document<>(SettlementJson::read, SettlementJson::write),
          new Document<>(LeaseRequestJson::read, LeaseRequestJson::write),
          new Document<>(NewEventJson::read, NewEventJson::write),
          new Document<>(JobFilterJson::read, JobFilterJson::write),
          new Document<>(QueueSettingsJson::read, QueueSettingsJson::write),
          new Document<>(ScheduleJson::read, ScheduleJson::write),
          new Document<>(DefinedScheduleJson::read, DefinedScheduleJson::write),
          new Document<>(SubscriptionJson::read, SubscriptionJson::write),
          new Document<>(AttributesJson::read, AttributesJson::write),
          new Document<>(in -> MessageJson.readNew(in, "user:fuzz"), MessageJson::write));

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    Input.choice(parts.get(0), DOCUMENTS).readTwice(parts.get(1));
  }

  private record Document<T>(Function<JsonIn, T> read, BiConsumer<JsonOut, T> write) {

    void readTwice(byte[] body) {
      T first = JsonIn.read(body, read);
      byte[] written = JsonOut.write(Encoding.JSON, out -> write.accept(out, first));
      T second = JsonIn.read(written, read);
      if (!Objects.equals(first, second)) {
        throw new IllegalStateException(
            "read " + first + ", wrote " + Input.text(written) + ", read " + second);
      }
    }
  }
}
