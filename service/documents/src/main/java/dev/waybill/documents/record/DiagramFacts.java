package dev.waybill.documents.record;

import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.document.Diagram;
import dev.waybill.document.DiagramState;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.document.DiagramJson;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The diagrams of one tenant. Each fact holds the whole diagram without its content. Diagrams are
/// listed in a history of their session, and in one of each document that they show.
public final class DiagramFacts {

  private static final String RECORDS = Retention.OF_DOCUMENT_SERVICE + "diagram";
  private static final String SESSIONS = Retention.OF_DOCUMENT_SERVICE + "diagram_session";
  private static final String SOURCES = Retention.OF_DOCUMENT_SERVICE + "diagram_source";
  private static final String DELETED = "deleted";
  private static final int ENDED = 100;

  private final Ledger ledger;
  private final String tenant;
  private final InstantSource clock;
  private final SessionList sessions;
  private final SessionList sources;

  public DiagramFacts(Ledger ledger, String tenant, InstantSource clock) {
    this.ledger = ledger;
    this.tenant = tenant;
    this.clock = clock;
    this.sessions = new SessionList(ledger, tenant, SESSIONS);
    this.sources = new SessionList(ledger, tenant, SOURCES);
  }

  public String tenant() {
    return tenant;
  }

  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /// Records a new diagram, which is not listed yet; false if its ID is taken.
  public boolean create(Diagram diagram) {
    return ledger.record(List.of(fact(diagram, 1))).getFirst() != Ledger.Answer.DUPLICATE;
  }

  /// Lists a diagram in its session; one that is listed already stays where it is.
  public void list(Diagram diagram) {
    var _ = ledger.record(List.of(sessions.listed(diagram.session(), diagram.id(), now())));
  }

  /// Records which documents a diagram shows, before any text of them is stored with it.
  public void link(Diagram diagram, List<Diagram.Source> documents) {
    var _ =
        ledger.record(
            documents.stream()
                .map(one -> sources.listed(one.documentId(), diagram.id(), now()))
                .toList());
  }

  /// Records how far a diagram is.
  ///
  /// @param attempt of its job
  public Diagram move(Diagram diagram, int attempt, Diagram.Progress progress) {
    Diagram moved = diagram.with(progress);
    var _ = ledger.record(List.of(fact(moved, attempt)));
    return moved;
  }

  private Fact fact(Diagram diagram, int attempt) {
    DiagramState state = diagram.state();
    Diagram bare = diagram.with((Diagram.Content) null);
    return Fact.of(
            record(diagram.id()),
            attempt,
            state.word(),
            diagram.progress().updatedAt(),
            Payload.wrap(DiagramJson.DOCUMENT.bytes(bare)))
        .withRank(state == DiagramState.PENDING ? 0 : ENDED, 0);
  }

  public Optional<Diagram> find(String id) {
    return Optional.ofNullable(find(List.of(id)).get(id));
  }

  private Map<String, Diagram> find(List<String> ids) {
    Map<String, Diagram> found = new LinkedHashMap<>();
    List<LedgerKey> keys = ids.stream().filter(Text::isName).map(this::record).toList();
    if (!keys.isEmpty()) {
      ledger
          .latest(keys)
          .forEach(
              latest ->
                  found.put(
                      latest.key().id(),
                      DiagramJson.DOCUMENT.readAnswer(latest.data().bytesWithoutCopy())));
    }
    return found;
  }

  /// The diagrams of a session in the order of their creation.
  public Page<Diagram> list(String session, Page.Request page) {
    return sessions.page(session, page, this::find);
  }

  private static Map<String, String> themselves(List<String> ids) {
    return ids.stream().collect(Collectors.toMap(Function.identity(), Function.identity()));
  }

  /// The IDs of all diagrams that show a document.
  public List<String> showing(String documentId) {
    List<String> ids = new ArrayList<>();
    Page.Request request = Page.Request.first(Limits.PAGE_SIZE);
    Page<String> page = sources.page(documentId, request, DiagramFacts::themselves);
    ids.addAll(page.items());
    for (String next = page.nextCursor(); next != null; next = page.nextCursor()) {
      page = sources.page(documentId, request.next(next), DiagramFacts::themselves);
      ids.addAll(page.items());
    }
    return ids;
  }

  /// Deletes the list of diagrams of a deleted document.
  public void forgetSource(String documentId) {
    sources.delete(documentId);
  }

  /// Records that a diagram is deleted, before anything of it is deleted.
  public void markDeleted(String id) {
    var _ = ledger.record(List.of(Fact.of(deleted(id), 1, DELETED, now(), Payload.empty())));
  }

  /// False if the diagram was not deleted, or long ago.
  public boolean isDeleted(String id) {
    return !ledger.latest(List.of(deleted(id))).isEmpty();
  }

  /// Deletes the record of a diagram.
  public void delete(String id) {
    ledger.delete(record(id), Long.MAX_VALUE);
  }

  private LedgerKey record(String id) {
    return new LedgerKey(tenant, RECORDS, id);
  }

  private LedgerKey deleted(String id) {
    return new LedgerKey(tenant, Retention.DELETED_DIAGRAMS, id);
  }
}
