package dev.waybill.documents.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.document.Document;
import dev.waybill.spi.Ledger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SameContentTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final Ledger ledger = new ModelLedger();
  private final DocumentFacts facts = new DocumentFacts(ledger, "acme", InstantSource.system());

  @Test
  void a_document_is_the_last_one_when_the_others_are_deleted() {
    Document first = created("first", "text");
    Document second = created("second", "text");
    facts.markDeleted(first.id());
    assertThat(facts.isLastWithContent(first)).isFalse();
    facts.delete(first.id());
    facts.markDeleted(second.id());
    assertThat(facts.isLastWithContent(second)).isTrue();
  }

  @Test
  void of_documents_that_are_deleted_at_the_same_time_one_is_the_last() {
    Document first = created("first", "text");
    Document second = created("second", "text");
    facts.markDeleted(first.id());
    facts.markDeleted(second.id());
    assertThat(facts.isLastWithContent(first)).isTrue();
    assertThat(facts.isLastWithContent(second)).isTrue();
  }

  @Test
  void other_types_and_tenants_share_nothing() {
    Document first = created("first", "text");
    created("second", "markdown");
    DocumentFacts other = new DocumentFacts(ledger, "other", InstantSource.system());
    ledger.record(other.created(document("third", "text")).toList());
    facts.markDeleted(first.id());
    assertThat(facts.isLastWithContent(first)).isTrue();
  }

  @Test
  void a_content_that_comes_back_is_known_again() {
    Document first = created("first", "text");
    facts.markDeleted(first.id());
    assertThat(facts.isLastWithContent(first)).isTrue();
    facts.delete(first.id());
    created("second", "text");
    assertThat(facts.isLastWithContent(created("third", "text"))).isFalse();
  }

  @Test
  void deleted_copies_are_looked_at_once() {
    int copies = 300;
    SameContent contents = new SameContent(ledger, "acme");
    List<Document> all = new ArrayList<>();
    for (int i = 0; i < copies; i++) {
      all.add(created("copy-" + i, "text"));
    }
    Set<String> left = all.stream().map(Document::id).collect(Collectors.toSet());
    AtomicInteger looked = new AtomicInteger();
    for (Document document : all) {
      left.remove(document.id());
      boolean last =
          contents.isLast(
              document,
              id -> {
                looked.incrementAndGet();
                return left.contains(id);
              });
      assertThat(last).isEqualTo(left.isEmpty());
    }
    assertThat(looked).hasValueLessThan(2 * copies);
  }

  private Document created(String id, String type) {
    Document document = document(id, type);
    ledger.record(facts.created(document).toList());
    return document;
  }

  private static Document document(String id, String type) {
    return new Document(
        id,
        id + ".txt",
        new Document.Origin("s1", JobId.parse("01890a5d-ac96-774b-bcce-b302099a8057"), NOW),
        new Document.Content(type, "sessions/s1/docs/" + id, "ab".repeat(32), 1),
        Document.Progress.uploaded(NOW));
  }
}
