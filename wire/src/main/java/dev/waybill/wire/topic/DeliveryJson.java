package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.JOB_ID;

import dev.waybill.JobId;
import dev.waybill.topic.Delivery;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

public final class DeliveryJson {

  private static final Fields<Delivery> FIELDS =
      Fields.of("Delivery", "The job of an event in one queue.");
  private static final Slot.Of<String> SUBSCRIPTION =
      FIELDS.text("subscription", Delivery::subscription, "Name of the subscription that matched.");
  private static final Slot.Of<String> QUEUE =
      FIELDS.text("queue", Delivery::queue, "Queue of the job.");
  private static final Slot.Of<JobId> JOB =
      FIELDS.required("job_id", JOB_ID, Delivery::job, "ID of the job.");
  private static final Slot.Of<Boolean> DUPLICATE =
      FIELDS.mark("duplicate", Delivery::duplicate, "Whether the queue already had this event.");

  public static final Document<Delivery> DOCUMENT =
      FIELDS.make(
          in -> new Delivery(in.get(SUBSCRIPTION), in.get(QUEUE), in.get(JOB), in.get(DUPLICATE)));

  private DeliveryJson() {}
}
