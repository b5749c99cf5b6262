package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.token;

import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.List;

/// The subjects of facts. Every fact has its own subject, so that a duplicate is detected. The
/// subject ends with the ID, so that clients can subscribe to one key.
///
/// Names are encoded as in [JobSubjects].
final class LedgerSubjects {

  static final String STREAM = "WB_LEDGER";
  static final String BUCKET = "latest";
  static final List<String> ALL = List.of("wb.fact.>");

  /// Stands for an empty ID.
  private static final String NO_ID = "=";

  private LedgerSubjects() {}

  static String of(Fact fact) {
    return subject(fact.key(), fact.attempt() + "." + token(fact.type()));
  }

  /// Matches every fact of the key.
  static String every(LedgerKey key) {
    return subject(key, "*.*");
  }

  /// Matches every fact of this kind.
  static String every(String kind) {
    return "wb.fact." + token(kind) + ".>";
  }

  private static String subject(LedgerKey key, String middle) {
    return "wb.fact.%s.%s.%s.%s".formatted(token(key.kind()), token(key.tenant()), middle, id(key));
  }

  static String latest(LedgerKey key) {
    return "$KV.%s.%s.%s.%s".formatted(BUCKET, token(key.kind()), token(key.tenant()), id(key));
  }

  private static String id(LedgerKey key) {
    return key.id().isEmpty() ? NO_ID : token(key.id());
  }
}
