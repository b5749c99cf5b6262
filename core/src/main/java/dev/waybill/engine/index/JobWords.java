package dev.waybill.engine.index;

import dev.waybill.Job;
import dev.waybill.JobText;
import dev.waybill.Payload;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// The searchable text of a job: its type, tags and texts, the class and message of its last error,
/// and its payload, unless that is a blob or not text.
final class JobWords {

  /// JSON escapes of characters that separate words.
  private static final Pattern ESCAPED_BLANK = Pattern.compile("\\\\[nrtbf\"/\\\\]");

  private JobWords() {}

  static String of(Job job) {
    StringBuilder words = new StringBuilder(job.type());
    job.tags().forEach(tag -> words.append('\n').append(tag));
    for (JobText text : JobText.FILTERS) {
      String value = text.of(job.request());
      if (value != null) {
        words.append('\n').append(value);
      }
    }
    job.failure()
        .ifPresent(
            failure ->
                words
                    .append('\n')
                    .append(failure.errorClass())
                    .append('\n')
                    .append(failure.message()));
    return words.append('\n').append(textOf(job.payload())).toString();
  }

  private static String textOf(Payload payload) {
    if (payload.blob() != null) {
      return "";
    }
    byte[] bytes = payload.bytesWithoutCopy();
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult read =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
    return read.isError() ? "" : ESCAPED_BLANK.matcher(text.flip()).replaceAll(" ");
  }
}
