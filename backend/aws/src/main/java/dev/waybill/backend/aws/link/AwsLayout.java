package dev.waybill.backend.aws.link;

import dev.waybill.backend.aws.link.AwsConfig.Role;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/// The names of everything that the store has in AWS.
public final class AwsLayout {

  /// SQS allows 80 characters, and `-dlq` is appended for dead letters.
  private static final int QUEUE_LENGTH = 76;

  /// What the names of the SQS queues of a queue end with: high, normal and low priority.
  public static final List<String> LANES = List.of("-high", "", "-low");

  private final AwsConfig.Names names;

  public AwsLayout(AwsConfig config) {
    this.names = config.names();
  }

  public String jobsTable() {
    return names.chosen().getOrDefault(Role.JOBS, table("jobs"));
  }

  public String eventsTable() {
    return names.chosen().getOrDefault(Role.EVENTS, table("job_events"));
  }

  public String ledgerTable() {
    return table("ledger");
  }

  /// A table that no setting names, such as `waybill_prod_ledger`.
  public String table(String name) {
    return names.prefix() + "_" + names.environment() + "_" + name;
  }

  public String bucket() {
    return names
        .chosen()
        .getOrDefault(
            Role.BUCKET, (names.prefix() + "-" + names.environment()).toLowerCase(Locale.ROOT));
  }

  /// The SQS queue of a name such as `default`. Characters that SQS does not allow are replaced. A
  /// name that is changed or too long ends in a hash of it, so that different names have different
  /// queues.
  public String queue(String name) {
    String plain = names.prefix() + "-" + names.environment() + "-" + name;
    String allowed = plain.replaceAll("[^A-Za-z0-9_-]", "_");
    if (allowed.equals(plain) && plain.length() <= QUEUE_LENGTH) {
      return plain;
    }
    UUID hashed = UUID.nameUUIDFromBytes(plain.getBytes(StandardCharsets.UTF_8));
    String hash = "-" + hashed.toString().replace("-", "").substring(0, 16);
    int kept = Math.min(allowed.length(), QUEUE_LENGTH - hash.length());
    return allowed.substring(0, kept) + hash;
  }

  /// The queue of dead letters of an SQS queue.
  public static String deadLetters(String queue) {
    return queue + "-dlq";
  }
}
