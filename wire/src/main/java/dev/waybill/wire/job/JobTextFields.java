package dev.waybill.wire.job;

import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/// The optional texts of a job as fields of a document.
final class JobTextFields {

  private final Map<JobText, Slot.Maybe<String>> slots = new EnumMap<>(JobText.class);

  <T> JobTextFields(Fields<T> fields, Function<T, NewJob> job) {
    for (JobText text : JobText.values()) {
      slots.put(
          text,
          fields.optional(
              text.field(), Codecs.TEXT, document -> text.of(job.apply(document)), text.about()));
    }
  }

  NewJob.Builder read(Values in, NewJob.Builder job) {
    slots.forEach((text, slot) -> text.set(job, in.get(slot)));
    return job;
  }
}
