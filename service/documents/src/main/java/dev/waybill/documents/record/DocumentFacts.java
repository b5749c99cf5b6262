package dev.waybill.documents.record;

import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentState;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.document.DocumentJson;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The documents of one tenant. Each fact holds the whole document, so its latest state is the
/// latest fact. Documents are listed in a history of their session, and in one of all sessions.
public final class DocumentFacts {

  private static final String RECORDS = Retention.OF_DOCUMENT_SERVICE + "record";
  private static final String SESSIONS = Retention.OF_DOCUMENT_SERVICE + "session";
  /// The history of all sessions together; no session has this name.
  private static final String ALL = "";

  private static final String DELETED = "deleted";

  /// Wins over another fact of the same state.
  private static final int FAILURE_STANDING = 1;

  private final Ledger ledger;
  private final String tenant;
  private final InstantSource clock;
  private final SessionList sessions;
  private final SameContent contents;

  public DocumentFacts(Ledger ledger, String tenant, InstantSource clock) {
    this.ledger = ledger;
    this.tenant = tenant;
    this.clock = clock;
    this.sessions = new SessionList(ledger, tenant, SESSIONS);
    this.contents = new SameContent(ledger, tenant);
  }

  public String tenant() {
    return tenant;
  }

  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /// A document that was uploaded. It is not listed yet.
  public Stream<Fact> created(Document document) {
    return Stream.of(fact(document, 1), contents.fact(document, now()));
  }

  /// Lists documents in their session; those that are listed already stay where they are.
  public void list(List<Document> documents) {
    var _ = ledger.record(documents.stream().flatMap(this::listed).toList());
  }

  /// The facts that list a document.
  public Stream<Fact> listed(Document document) {
    return Stream.of(document.session(), ALL)
        .map(session -> sessions.listed(session, document.id(), now()));
  }

  /// Records how far a document is.
  ///
  /// @param attempt of its job
  public Document move(Document document, int attempt, Document.Progress progress) {
    Document moved = document.with(progress);
    var _ = ledger.record(List.of(fact(moved, attempt)));
    return moved;
  }

  private Fact fact(Document document, int attempt) {
    DocumentState state = document.state();
    boolean failed = document.progress().failure() != null;
    return Fact.of(
            record(document.id()),
            attempt,
            failed && !state.isFinal() ? state.word() + "_failed" : state.word(),
            document.progress().updatedAt(),
            Payload.wrap(DocumentJson.DOCUMENT.bytes(document)))
        .withState(state.word())
        .withRank(state.rank(), failed ? FAILURE_STANDING : 0);
  }

  public Optional<Document> find(String id) {
    return Optional.ofNullable(find(List.of(id)).get(id));
  }

  /// The documents that exist, by their IDs.
  public Map<String, Document> find(Collection<String> ids) {
    Map<String, Document> found = new LinkedHashMap<>();
    List<LedgerKey> keys = ids.stream().filter(Text::isName).map(this::record).toList();
    if (!keys.isEmpty()) {
      ledger.latest(keys).forEach(latest -> found.put(latest.key().id(), document(latest.data())));
    }
    return found;
  }

  /// The attempt of the job that a document has its state from; 0 if there is no such document.
  public int attempt(String id) {
    return ledger.latest(List.of(record(id))).stream()
        .mapToInt(Fact.Latest::attempt)
        .findFirst()
        .orElse(0);
  }

  private static Document document(Payload data) {
    return DocumentJson.DOCUMENT.readAnswer(data.bytesWithoutCopy());
  }

  /// The documents of a session, or of all, in the order of their uploads. The cursor is a
  /// position.
  public Page<Document> list(@Nullable String asked, Page.Request page) {
    return sessions.page(asked == null ? ALL : asked, page, this::find);
  }

  /// Records that a document is deleted, before anything of it is deleted. Returns the time at
  /// which that was first done.
  public Instant markDeleted(String id) {
    Instant now = now();
    Fact fact = Fact.of(deleted(id), 1, DELETED, now, Payload.empty());
    return ledger.record(List.of(fact)).getFirst() == Ledger.Answer.DUPLICATE
        ? deletedAt(id).orElse(now)
        : now;
  }

  /// Empty if the document was not deleted, or long ago.
  public Optional<Instant> deletedAt(String id) {
    return Text.isName(id)
        ? ledger.latest(List.of(deleted(id))).stream().findFirst().map(Fact.Latest::at)
        : Optional.empty();
  }

  /// Whether no other document has the content of this one, which is deleted or was never
  /// uploaded.
  public boolean isLastWithContent(Document document) {
    return contents.isLast(
        document, other -> find(other).isPresent() && deletedAt(other).isEmpty());
  }

  /// Deletes the record of a document.
  public void delete(String id) {
    ledger.delete(record(id), Long.MAX_VALUE);
  }

  private LedgerKey record(String id) {
    return new LedgerKey(tenant, RECORDS, id);
  }

  private LedgerKey deleted(String id) {
    return new LedgerKey(tenant, Retention.DELETED_DOCUMENTS, id);
  }
}
