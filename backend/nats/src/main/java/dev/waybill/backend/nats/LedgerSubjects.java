package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.token;

import dev.waybill.Waybill;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.List;
import java.util.Set;

/// Where facts are on NATS. Every fact has a subject of its own, so that the same fact again meets
/// the one before; it ends in the id, so that others can listen to one thing.
///
/// Names become parts of subjects as in [JobSubjects].
final class LedgerSubjects {

  static final String STREAM = "WB_LEDGER";
  static final String BUCKET = "latest";

  /// What is known of messages is for everyone to read; the rest is Waybill's own.
  private static final Set<String> MESSAGE_KINDS = Set.of("handoff", "provider", "commands");

  static final List<String> ALL =
      List.of("msg.handoff.>", "msg.provider.>", "msg.commands.>", "wb.fact.>");

  private LedgerSubjects() {}

  static String of(Fact fact) {
    return subject(fact.key(), fact.attempt() + "." + token(fact.type()));
  }

  /// Matches every fact of the thing.
  static String every(LedgerKey key) {
    return subject(key, "*.*");
  }

  private static String subject(LedgerKey key, String middle) {
    String kind = kind(key);
    return "%s.%s.%s.%s"
        .formatted(
            kind.equals("fact") ? "wb.fact" : "msg." + kind, token(key.tenant()), middle, id(key));
  }

  /// The key in the bucket: the tenant that everyone has who has not named one is left out.
  static String latest(LedgerKey key) {
    return key.tenant().equals(Waybill.DEFAULT_TENANT)
        ? kind(key) + "." + id(key)
        : kind(key) + "." + token(key.tenant()) + "." + id(key);
  }

  static String latestSubject(LedgerKey key) {
    return "$KV." + BUCKET + "." + latest(key);
  }

  private static String kind(LedgerKey key) {
    int slash = key.name().indexOf('/');
    String kind = slash < 0 ? "" : key.name().substring(0, slash);
    return MESSAGE_KINDS.contains(kind) ? kind : "fact";
  }

  private static String id(LedgerKey key) {
    String kind = kind(key);
    return token(kind.equals("fact") ? key.name() : key.name().substring(kind.length() + 1));
  }
}
