package dev.waybill.backend.nats;

import dev.waybill.JobId;
import dev.waybill.backend.support.RequestKey;
import dev.waybill.base.Sha256;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/// The names of streams, buckets and subjects for jobs.
///
/// A user-defined name is one token of a subject: letters, digits, `-` and `_` stand for
/// themselves, every other byte is `=` and two hex digits. A name that is too long for a subject is
/// `=h` and its SHA-256.
final class JobSubjects {

  static final String JOBS = "wb_jobs";
  static final String REQUESTS = "wb_requests";
  static final String QUEUES = "wb_queues";
  static final String EVENTS = "WB_EVENTS";
  static final String EVERY_EVENT = "wb.events.>";

  private static final int LONGEST_TOKEN = 400;

  /// Not a hexadecimal digit, as after the sign of an escaped byte.
  private static final String HASH = "=h";

  private JobSubjects() {}

  /// Distinct from keys of jobs, which have two tokens.
  static final String DROPPED_MARKS = "$KV." + JOBS + ".dropped";

  /// Written to prove that writes succeed.
  static final String PROBE = "$KV." + QUEUES + ".probe";

  /// The stream of a bucket.
  static String streamOf(String bucket) {
    return "KV_" + bucket;
  }

  /// Keys have a tenant and a name.
  static String everyKeyOf(String bucket) {
    return "$KV." + bucket + ".*.*";
  }

  static String job(JobKey key) {
    return "$KV." + JOBS + "." + token(key.tenant()) + "." + key.id();
  }

  static String request(RequestKey key) {
    return "$KV." + REQUESTS + "." + token(key.tenant()) + "." + token(key.requestId());
  }

  static String queue(QueueKey key) {
    return "$KV." + QUEUES + "." + token(key.tenant()) + "." + token(key.queue());
  }

  static String events(JobKey key) {
    return "wb.events." + token(key.tenant()) + "." + key.id();
  }

  /// The ID at the end of a subject of jobs or events.
  static JobId idOf(String subject) {
    return JobId.parse(subject.substring(subject.lastIndexOf('.') + 1));
  }

  /// The tenant in the key of a bucket; empty if the subject has only a hash of it.
  static Optional<String> tenantOf(String subject) {
    String token = subject.split("\\.", -1)[2];
    return token.startsWith(HASH) ? Optional.empty() : Optional.of(name(token));
  }

  private static String name(String token) {
    ByteArrayOutputStream utf8 = new ByteArrayOutputStream(token.length());
    for (int i = 0; i < token.length(); i++) {
      if (token.charAt(i) == '=') {
        utf8.write(HexFormat.fromHexDigits(token, i + 1, i + 3));
        i += 2;
      } else {
        utf8.write(token.charAt(i));
      }
    }
    return utf8.toString(StandardCharsets.UTF_8);
  }

  static String token(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    StringBuilder token = new StringBuilder(utf8.length + 8);
    for (byte b : utf8) {
      if (isPlain(b)) {
        token.append((char) b);
      } else {
        token.append('=').append(HexFormat.of().toHexDigits(b));
      }
    }
    return token.isEmpty() || token.length() > LONGEST_TOKEN
        ? HASH + Sha256.hex(utf8)
        : token.toString();
  }

  private static boolean isPlain(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '-'
        || b == '_';
  }
}
