package dev.waybill.backend.aws.job;

import dev.waybill.NewJob;
import dev.waybill.backend.aws.job.LaneQueues.Bell;
import dev.waybill.document.DiagramMessage;
import dev.waybill.document.IngestionMessage;
import dev.waybill.record.StoredJob;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/// The body of a message: `{"job_id":"…","queue":"…","attempt":1}`, or the payload of a job whose
/// payload is a message for other programs.
final class BellJson {

  private static final Pattern JOB = Pattern.compile("\"job_id\"\\s*:\\s*\"([0-9a-fA-F-]{36})\"");

  /// Types whose payload has the ID of its job, and all that a function of Lambda needs.
  private static final Set<String> WHOLE = Set.of(IngestionMessage.TYPE, DiagramMessage.TYPE);

  /// Ten messages of this size are within the limit of a batch.
  private static final int MOST_BYTES = 20_000;

  private BellJson() {}

  static String write(Bell bell, String queue) {
    return "{\"job_id\":\"%s\",\"queue\":\"%s\",\"attempt\":%d}"
        .formatted(bell.job(), escaped(queue), bell.attempt());
  }

  /// The payload of a job that is sent as the body of its message.
  static Optional<String> whole(StoredJob stored) {
    NewJob job = stored.draft().job();
    boolean fits =
        WHOLE.contains(job.type())
            && job.payload().isInline()
            && job.payload().size() <= MOST_BYTES;
    return fits
        ? Optional.of(job.payload().text())
            .filter(text -> job(text).equals(Optional.of(stored.key().id().toString())))
        : Optional.empty();
  }

  /// The attributes of a message with such a body.
  static Map<String, MessageAttributeValue> attributes(NewJob job) {
    return Map.of(
        "JobType", text(job.type()),
        "Priority", text(job.priority().name().toLowerCase(Locale.ROOT)));
  }

  private static MessageAttributeValue text(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }

  /// The job that a message names; empty if it is no message of Waybill.
  static Optional<String> job(String body) {
    Matcher found = JOB.matcher(body);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /// SQS refuses some characters, so everything but plain ASCII is escaped.
  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      boolean plain = one >= ' ' && one < 0x7F && one != '"' && one != '\\';
      out.append(plain ? String.valueOf(one) : "\\u%04x".formatted((int) one));
    }
    return out.toString();
  }
}
