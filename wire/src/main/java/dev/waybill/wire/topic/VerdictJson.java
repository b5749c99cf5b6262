package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.topic.Verdict;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.util.List;

public final class VerdictJson {

  private static final int MOST = 1_000;

  private static final Fields<Verdict> FIELDS =
      Fields.of("Verdict", "Whether a subscription matches an event.");
  private static final Slot.Of<String> SUBSCRIPTION =
      FIELDS.text("subscription", Verdict::subscription, "Name of the subscription.");
  private static final Slot.Of<String> QUEUE =
      FIELDS.text("queue", Verdict::queue, "Queue of the subscription.");
  private static final Slot.Flag MATCHES =
      FIELDS.flag("matches", Verdict::matches, "Whether the queue would get a job.");
  private static final Slot.Of<List<String>> REASONS =
      FIELDS.some("reasons", TEXT, MOST, Verdict::reasons, "Why the filter does not match.");

  public static final Document<Verdict> DOCUMENT =
      FIELDS.make(
          in -> new Verdict(in.get(SUBSCRIPTION), in.get(QUEUE), in.get(MATCHES), in.get(REASONS)));

  public static final Document<List<Verdict>> LIST =
      ListJson.of(
          "Verdicts", "One verdict per subscription.", "verdicts", DOCUMENT, Integer.MAX_VALUE);

  private VerdictJson() {}
}
