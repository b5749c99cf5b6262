package dev.waybill.documents.record;

import dev.waybill.Payload;
import dev.waybill.document.Document;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
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

  /// True if no other document has this content; then its documents are forgotten. Of documents
  /// that are deleted at the same time at least one is the last, if they count as deleted before
  /// this is called.
  ///
  /// @param exists whether a document exists and is not being deleted
  boolean isLast(Document document, Predicate<String> exists) {
    List<Fact.Recorded> all = all(key(document));
    boolean shared =
        all.stream()
            .map(one -> one.fact().type())
            .anyMatch(id -> !id.equals(document.id()) && exists.test(id));
    if (!shared && !all.isEmpty()) {
      ledger.delete(key(document), all.getLast().position());
    }
    return !shared;
  }

  private List<Fact.Recorded> all(LedgerKey key) {
    List<Fact.Recorded> all = new ArrayList<>();
    List<Fact.Recorded> page;
    do {
      page = ledger.history(key, all.isEmpty() ? 0 : all.getLast().position(), PAGE);
      all.addAll(page);
    } while (page.size() == PAGE);
    return all;
  }

  /// The type is part of it: texts that look alike are read by their type.
  private LedgerKey key(Document document) {
    return new LedgerKey(tenant, KIND, document.content().hash() + "-" + document.content().type());
  }
}
