package dev.waybill.documents.record;

import dev.waybill.Payload;
import dev.waybill.settings.Retention;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The files that uploads of one tenant are about to store. A blob store cannot list its names, so
/// this is how a file is found whose upload was cut off before its document was recorded.
public final class ArrivingFiles {

  private static final String KIND = Retention.OF_DOCUMENT_SERVICE + "arriving";
  private static final int PAGE = 1_000;

  private final Ledger ledger;
  private final LedgerKey arriving;
  private final DocumentFacts documents;

  private record Arriving(String documentId, String key, Instant at, long position) {

    static Arriving of(Fact.Recorded recorded) {
      Fact fact = recorded.fact();
      return new Arriving(fact.type(), fact.data().text(), fact.at(), recorded.position());
    }
  }

  public ArrivingFiles(Ledger ledger, DocumentFacts documents) {
    this.ledger = ledger;
    this.arriving = new LedgerKey(documents.tenant(), KIND, "");
    this.documents = documents;
  }

  /// Records that a file is about to be stored. Durable when the call returns.
  public void expect(String documentId, String key) {
    var _ =
        ledger.record(List.of(Fact.of(arriving, 1, documentId, documents.now(), Payload.of(key))));
  }

  /// Deletes the files of uploads that began before a time and have no document. Returns their
  /// number.
  ///
  /// @param before no upload takes longer than from then to now
  public int sweep(BlobStore blobs, Instant before) {
    int swept = 0;
    List<Arriving> old;
    do {
      old = page(0).stream().takeWhile(one -> one.at().isBefore(before)).toList();
      swept += sweep(blobs, before, old);
    } while (old.size() == PAGE);
    return swept;
  }

  private int sweep(BlobStore blobs, Instant before, List<Arriving> old) {
    if (old.isEmpty()) {
      return 0;
    }
    Set<String> lost = new HashSet<>();
    missing(old)
        .map(Arriving::key)
        .filter(key -> blobs.find(documents.tenant(), key).isPresent())
        .forEach(lost::add);
    if (!lost.isEmpty()) {
      lost.removeAll(used(before));
      lost.forEach(key -> blobs.delete(documents.tenant(), key));
    }
    ledger.delete(arriving, old.getLast().position());
    return lost.size();
  }

  /// Names that belong to documents, or to uploads that may be under way: the file of an upload
  /// that was refused is deleted, and then another one may have its name.
  private Set<String> used(Instant before) {
    Set<String> used = new HashSet<>();
    List<Arriving> all = page(0);
    while (!all.isEmpty()) {
      Set<Arriving> unused = new HashSet<>();
      missing(all).filter(one -> one.at().isBefore(before)).forEach(unused::add);
      all.stream().filter(one -> !unused.contains(one)).map(Arriving::key).forEach(used::add);
      all = page(all.getLast().position());
    }
    return used;
  }

  private Stream<Arriving> missing(List<Arriving> some) {
    Map<String, ?> known = documents.find(some.stream().map(Arriving::documentId).toList());
    return some.stream().filter(one -> !known.containsKey(one.documentId()));
  }

  private List<Arriving> page(long after) {
    List<Arriving> page = new ArrayList<>();
    ledger.history(arriving, after, PAGE).forEach(one -> page.add(Arriving.of(one)));
    return page;
  }
}
