package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.LaneQueues.Bell;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The body of a message: `{"job_id":"…","queue":"…","attempt":1}`.
final class BellJson {

  private static final Pattern JOB = Pattern.compile("\"job_id\"\\s*:\\s*\"([0-9a-fA-F-]{36})\"");

  private BellJson() {}

  static String write(Bell bell, String queue) {
    return "{\"job_id\":\"%s\",\"queue\":\"%s\",\"attempt\":%d}"
        .formatted(bell.job(), escaped(queue), bell.attempt());
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
