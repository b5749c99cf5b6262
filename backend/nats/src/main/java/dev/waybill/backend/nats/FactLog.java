package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.SubjectWrites.Purge;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import io.nats.client.PublishOptions;
import io.nats.client.PurgeOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// All facts in one stream: the order of the stream is the order of recording.
final class FactLog {

  /// A deleted fact may be recorded again; its old message ID prevents that for a short time.
  private static final int TRIES = 5;

  /// The size of a latest state without its fact.
  private static final int STATE_MORE = 2_048;

  private final NatsLink link;
  private final SubjectWrites wire;
  private final Expiry expiry;
  private final StreamReads reads;
  private final StreamScan scan;

  FactLog(NatsLink link, SubjectWrites wire, Expiry expiry) {
    this.link = link;
    this.wire = wire;
    this.expiry = expiry;
    this.reads = new StreamReads(link, LedgerSubjects.STREAM);
    this.scan = new StreamScan(link, LedgerSubjects.STREAM);
  }

  /// A fact in the stream.
  ///
  /// @param isNew false if it already existed, possibly with other data
  record Entry(Fact.Recorded recorded, boolean isNew) {}

  /// Appends facts that do not exist yet; returns the stored facts in the given order.
  List<Entry> append(List<Fact> facts) {
    Map<Integer, Entry> entries = new TreeMap<>();
    int tries = 0;
    long start = System.nanoTime();
    while (entries.size() < facts.size()) {
      if (tries == TRIES) {
        throw new WaybillException(
            Code.STORE_FAILED, "NATS refuses a fact as a duplicate, but does not have it");
      }
      boolean inProcess = append(facts, entries, tries);
      if (inProcess && System.nanoTime() - start < NatsLink.PATIENCE.toNanos()) {
        link.waitAMoment();
      } else {
        tries++;
      }
    }
    return List.copyOf(entries.values());
  }

  /// Returns whether the same fact is being replicated, from another writer or an earlier call.
  private boolean append(List<Fact> facts, Map<Integer, Entry> entries, int tries) {
    Map<Integer, CompletableFuture<Answer>> asked = new TreeMap<>();
    for (int i = 0; i < facts.size(); i++) {
      if (!entries.containsKey(i)) {
        asked.put(i, publish(facts.get(i), tries));
      }
    }
    List<Integer> known = new ArrayList<>();
    boolean inProcess = false;
    for (Map.Entry<Integer, CompletableFuture<Answer>> one : asked.entrySet()) {
      int i = one.getKey();
      switch (link.await("record a fact", one.getValue())) {
        case Answer.Stored stored ->
            entries.put(i, new Entry(new Fact.Recorded(stored.position(), facts.get(i)), true));
        case Answer.Taken taken -> {
          inProcess |= taken.inProcess();
          known.add(i);
        }
      }
    }
    find(facts, known, entries);
    return inProcess;
  }

  /// The broker's answer to a fact.
  private sealed interface Answer {

    record Stored(long position) implements Answer {}

    /// The subject has a message, or will have one.
    record Taken(boolean inProcess) implements Answer {}
  }

  private void find(List<Fact> facts, List<Integer> known, Map<Integer, Entry> entries) {
    List<@Nullable MessageInfo> found =
        reads.last(known.stream().map(i -> LedgerSubjects.of(facts.get(i))).toList());
    for (int i = 0; i < known.size(); i++) {
      MessageInfo message = found.get(i);
      if (message != null) {
        entries.put(known.get(i), new Entry(recorded(message), false));
      }
    }
  }

  private CompletableFuture<Answer> publish(Fact fact, int tries) {
    byte[] body = LedgerJson.fact(fact);
    if (body.length + STATE_MORE > link.connection().getMaxPayload()) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE, "the fact exceeds the maximum message size of the NATS server");
    }
    String subject = LedgerSubjects.of(fact);
    PublishOptions onlyOnce =
        PublishOptions.builder()
            .expectedLastSubjectSequence(0)
            .messageId(LedgerSubjects.messageId(fact) + (tries == 0 ? "" : "." + tries))
            .build();
    return link.streams().publishAsync(subject, body, onlyOnce).handle(FactLog::answer);
  }

  private static Answer answer(@Nullable PublishAck ack, @Nullable Throwable failure) {
    if (ack != null) {
      return ack.isDuplicate() ? new Answer.Taken(false) : new Answer.Stored(ack.getSeqno());
    }
    if (failure != null && NatsErrors.isTaken(failure)) {
      return new Answer.Taken(NatsErrors.isInProcess(failure));
    }
    throw new CompletionException(failure);
  }

  /// A few new facts are read by sequence; many are read with a consumer, because most sequences
  /// may be empty.
  List<Fact.Recorded> tail(long after, int max) {
    long end = last();
    return end - after <= max
        ? kept(at(after + 1, end))
        : read(StreamScan.EVERY_SUBJECT, after, max);
  }

  private List<Fact.Recorded> at(long from, long to) {
    return reads.at(LongStream.rangeClosed(from, to).boxed().toList()).stream()
        .filter(Objects::nonNull)
        .map(FactLog::recorded)
        .toList();
  }

  List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return read(LedgerSubjects.every(key), after, max);
  }

  /// Continues until it has the requested number of facts, or there are no more.
  private List<Fact.Recorded> read(String subjects, long after, int max) {
    List<Fact.Recorded> all = new ArrayList<>();
    long from = after;
    boolean more = true;
    while (more && all.size() < max) {
      int wanted = max - all.size();
      List<Fact.Recorded> some = scanned(subjects, from, wanted);
      all.addAll(kept(some));
      more = some.size() == wanted;
      from = more ? some.getLast().position() : from;
    }
    return all;
  }

  private List<Fact.Recorded> kept(List<Fact.Recorded> facts) {
    return facts.stream().filter(one -> !expiry.isOver(one.fact())).toList();
  }

  /// The oldest facts of a kind, up to the first that has not expired. Most of the time it is the
  /// first one, so it is read alone.
  List<Fact.Recorded> expired(String kind, int max) {
    boolean any =
        wire.next(LedgerSubjects.STREAM, LedgerSubjects.every(kind), 1)
            .filter(first -> expiry.isOver(LedgerJson.fact(first.bytes())))
            .isPresent();
    return any ? expiredNow(kind, max) : List.of();
  }

  private List<Fact.Recorded> expiredNow(String kind, int max) {
    return scanned(LedgerSubjects.every(kind), 0, max).stream()
        .takeWhile(one -> expiry.isOver(one.fact()))
        .toList();
  }

  private List<Fact.Recorded> scanned(String subjects, long after, int max) {
    return scan.read(subjects, after, max).stream()
        .map(m -> new Fact.Recorded(m.metaData().streamSequence(), LedgerJson.fact(m.getData())))
        .toList();
  }

  /// NATS treats 0 as all.
  void delete(LedgerKey key, long upTo) {
    if (upTo <= 0) {
      return;
    }
    PurgeOptions some =
        PurgeOptions.builder().subject(LedgerSubjects.every(key)).sequence(upTo + 1).build();
    NatsErrors.told(
        "delete facts", () -> link.management().purgeStream(LedgerSubjects.STREAM, some));
  }

  /// Deletes facts that are the only ones of their subjects.
  void deleteAll(List<Fact.Recorded> facts) {
    wire.purgeAll(
        facts.stream()
            .map(
                one ->
                    new Purge(LedgerSubjects.STREAM, LedgerSubjects.of(one.fact()), one.position()))
            .toList());
  }

  long last() {
    return NatsErrors.told(
        "read the end of the ledger",
        () ->
            link.management()
                .getStreamInfo(LedgerSubjects.STREAM)
                .getStreamState()
                .getLastSequence());
  }

  private static Fact.Recorded recorded(MessageInfo message) {
    return new Fact.Recorded(message.getSeq(), LedgerJson.fact(message.getData()));
  }
}
