package dev.waybill.documents.record;

import dev.waybill.Payload;
import dev.waybill.document.Document;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// Which documents of a tenant have the same content, and so share what was read of it. A content
/// is a subject of the ledger with one fact per document.
record SameContent(Ledger ledger, String tenant) {

  private static final String KIND = Retention.OF_DOCUMENT_SERVICE + "content";
  private static final int PAGE = 1_000;

  /// The fact that a document has its content.
  Fact fact(Document document, Instant at) {
    return Fact.of(key(document), 1, document.id(), at, Payload.empty());
  }

  /// True if no other document has this content. Deleted documents before the first that exists are
  /// forgotten, so that the next call does not look at them again. Of documents
  /// that are deleted at the same time at least one is the last, if they count as deleted before
  /// this is called.
  ///
  /// @param exists whether a document exists and is not being deleted
  boolean isLast(Document document, Predicate<String> exists) {
    long gone = 0;
    boolean shared = false;
    boolean more = true;
    while (more && !shared) {
      List<Fact.Recorded> page = ledger.history(key(document), gone, PAGE);
      more = page.size() == PAGE;
      for (Fact.Recorded one : page) {
        String id = one.fact().type();
        shared = !id.equals(document.id()) && exists.test(id);
        if (shared) {
          break;
        }
        gone = one.position();
      }
    }
    if (gone > 0) {
      ledger.delete(key(document), gone);
    }
    return !shared;
  }

  /// The type is part of it: texts that look alike are read by their type.
  private LedgerKey key(Document document) {
    return new LedgerKey(tenant, KIND, document.content().hash() + "-" + document.content().type());
  }
}
