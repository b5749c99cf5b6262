package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.token;

import dev.waybill.base.Sha256;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.PublishedKind;
import java.util.List;
import java.util.stream.Stream;

/// The subjects of facts: kind, tenant, ID, attempt and type. Every fact has its own subject, so
/// that a duplicate is detected however late it comes. Facts of a [PublishedKind] have its name as
/// the beginning of their subjects; all others begin with `wb.fact`.
///
/// Names are encoded as in [JobSubjects].
final class LedgerSubjects {

  static final String STREAM = "WB_LEDGER";
  static final String BUCKET = "latest";

  private static final String UNPUBLISHED = "wb.fact.";

  static final List<String> ALL =
      Stream.concat(
              Stream.of(UNPUBLISHED + ">"),
              PublishedKind.ALL.stream().map(published -> published.name() + ".>"))
          .toList();

  /// Stands for an empty ID.
  private static final String NO_ID = "=";

  private LedgerSubjects() {}

  static String of(Fact fact) {
    return of(fact.key()) + "." + fact.attempt() + "." + token(fact.type());
  }

  /// Matches every fact of the key.
  static String every(LedgerKey key) {
    return of(key) + ".>";
  }

  /// Matches every fact of this kind.
  static String every(String kind) {
    return prefix(kind) + kind(kind) + ".>";
  }

  static String latest(LedgerKey key) {
    return "$KV." + BUCKET + "." + key(key);
  }

  /// `sha256(id, attempt, type)` for published kinds, in hexadecimal digits: the parts are UTF-8
  /// with a line feed between them. IDs of other kinds are not unique, so their subjects are
  /// hashed.
  static String messageId(Fact fact) {
    String identity =
        isPublished(fact.key().kind())
            ? fact.key().id() + '\n' + fact.attempt() + '\n' + fact.type()
            : of(fact);
    return Sha256.hex(identity);
  }

  private static String of(LedgerKey key) {
    return prefix(key.kind()) + key(key);
  }

  private static String key(LedgerKey key) {
    String id = key.id().isEmpty() ? NO_ID : token(key.id());
    return kind(key.kind()) + "." + token(key.tenant()) + "." + id;
  }

  private static String prefix(String kind) {
    return isPublished(kind) ? "" : UNPUBLISHED;
  }

  private static String kind(String kind) {
    return isPublished(kind) ? kind : token(kind);
  }

  private static boolean isPublished(String kind) {
    return PublishedKind.named(kind).isPresent();
  }
}
