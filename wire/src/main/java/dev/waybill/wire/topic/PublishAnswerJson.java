package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.result.Refused;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.Violation;
import dev.waybill.wire.job.RefusedJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.util.List;

public final class PublishAnswerJson {

  private static final int MOST = 100_000;

  private static final Fields<Published> EVENT = Fields.of("Published", "A published event.");
  private static final Slot.Of<String> EVENT_ID =
      EVENT.text("event_id", Published::eventId, "ID of the event in its topic.");
  private static final Slot.Of<List<Delivery>> DELIVERIES =
      EVENT.required(
          "deliveries",
          list(DeliveryJson.DOCUMENT, MOST),
          Published::deliveries,
          "One delivery per queue.");
  private static final Slot.Of<List<String>> WARNINGS =
      EVENT.some("warnings", TEXT, MOST, Published::warnings, "Hints for the producer.");

  private static final Fields<PublishAnswer> FIELDS =
      Fields.of("PublishAnswer", "The jobs of an event, or `error`.");
  private static final Slot.Included<Published> PUBLISHED =
      FIELDS.includeSome(
          EVENT.make(in -> new Published(in.get(EVENT_ID), in.get(DELIVERIES), in.get(WARNINGS))),
          answer -> answer instanceof Published published ? published : null);
  private static final Slot.Maybe<Refused> ERROR =
      RefusedJson.field(
          FIELDS,
          answer ->
              answer instanceof NotPublished not ? new Refused(not.code(), not.detail()) : null);
  private static final Slot.Of<List<Violation>> VIOLATIONS =
      FIELDS.some(
          "violations",
          ViolationJson.DOCUMENT,
          MOST,
          answer -> answer instanceof NotPublished not ? not.violations() : List.of(),
          "Violations of the envelope rules or the schema.");

  public static final Document<PublishAnswer> DOCUMENT = FIELDS.make(PublishAnswerJson::answer);

  public static final Document<List<PublishAnswer>> LIST =
      ListJson.of(
          "PublishAnswers",
          "One result per event, in order. A refused event does not affect the others.",
          "results",
          DOCUMENT,
          Integer.MAX_VALUE);

  private PublishAnswerJson() {}

  private static PublishAnswer answer(Values in) {
    Refused refused = in.get(ERROR);
    return refused == null
        ? in.get(PUBLISHED)
        : new NotPublished(refused.code(), refused.detail(), in.get(VIOLATIONS));
  }
}
