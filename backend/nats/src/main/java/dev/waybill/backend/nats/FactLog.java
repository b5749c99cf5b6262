package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import io.nats.client.PublishOptions;
import io.nats.client.PurgeOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
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

  /// A fact that was deleted may be recorded again; its old message id is in the way for a while.
  private static final int TRIES = 5;

  /// What a latest state has more than its fact.
  private static final int STATE_MORE = 2_048;

  private final NatsLink link;
  private final Expiry expiry;
  private final StreamReads reads;
  private final StreamScan scan;

  FactLog(NatsLink link, Expiry expiry) {
    this.link = link;
    this.expiry = expiry;
    this.reads = new StreamReads(link, LedgerSubjects.STREAM);
    this.scan = new StreamScan(link, LedgerSubjects.STREAM);
  }

  /// A fact as it is in the stream.
  ///
  /// @param isNew false where it was there already, perhaps with other data
  record Entry(Fact.Recorded recorded, boolean isNew) {}

  /// Appends what is not there yet; answers what is there now, in the order given.
  List<Entry> append(List<Fact> facts) {
    Map<Integer, Entry> entries = new TreeMap<>();
    for (int tries = 0; entries.size() < facts.size(); tries++) {
      if (tries == TRIES) {
        throw new WaybillException(Code.STORE_FAILED, "NATS neither takes a fact nor has it");
      }
      append(facts, entries, tries);
    }
    return List.copyOf(entries.values());
  }

  private void append(List<Fact> facts, Map<Integer, Entry> entries, int tries) {
    Map<Integer, CompletableFuture<@Nullable PublishAck>> asked = new TreeMap<>();
    for (int i = 0; i < facts.size(); i++) {
      if (!entries.containsKey(i)) {
        asked.put(i, publish(facts.get(i), tries));
      }
    }
    List<Integer> known = new ArrayList<>();
    asked.forEach(
        (i, answer) -> {
          @Nullable PublishAck ack = link.await("record a fact", answer);
          if (ack != null && !ack.isDuplicate()) {
            entries.put(i, new Entry(new Fact.Recorded(ack.getSeqno(), facts.get(i)), true));
          } else {
            known.add(i);
          }
        });
    find(facts, known, entries);
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

  /// Null where the subject has a message already.
  private CompletableFuture<@Nullable PublishAck> publish(Fact fact, int tries) {
    byte[] body = LedgerJson.fact(fact);
    if (body.length + STATE_MORE > link.connection().getMaxPayload()) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE, "the fact is larger than a message of this NATS server may be");
    }
    String subject = LedgerSubjects.of(fact);
    PublishOptions onlyOnce =
        PublishOptions.builder()
            .expectedLastSubjectSequence(0)
            .messageId(sha256(subject) + (tries == 0 ? "" : "." + tries))
            .build();
    return link.streams().publishAsync(subject, body, onlyOnce).handle(FactLog::unlessTaken);
  }

  private static @Nullable PublishAck unlessTaken(
      @Nullable PublishAck ack, @Nullable Throwable failure) {
    if (failure == null || NatsErrors.is(failure, NatsErrors.WRONG_LAST_SEQUENCE)) {
      return ack;
    }
    throw new CompletionException(failure);
  }

  /// A few new facts are asked for place by place; many are read in one go, for most of their
  /// places may be empty.
  List<Fact.Recorded> tail(long after, int max) {
    long end = last();
    return end - after <= max
        ? kept(at(after + 1, end))
        : read(LedgerSubjects.ALL.getFirst(), after, max);
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

  /// Goes on until it has as many facts as were asked for, or there are no more.
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

  /// The oldest facts of a kind, up to the first that has not expired.
  List<Fact.Recorded> expired(String kind, int max) {
    return scanned(LedgerSubjects.every(kind), 0, max).stream()
        .takeWhile(one -> expiry.isOver(one.fact()))
        .toList();
  }

  private List<Fact.Recorded> scanned(String subjects, long after, int max) {
    return scan.read(subjects, after, max).stream()
        .map(m -> new Fact.Recorded(m.metaData().streamSequence(), LedgerJson.fact(m.getData())))
        .toList();
  }

  /// A server takes 0 for all.
  void delete(LedgerKey key, long upTo) {
    if (upTo <= 0) {
      return;
    }
    PurgeOptions some =
        PurgeOptions.builder().subject(LedgerSubjects.every(key)).sequence(upTo + 1).build();
    NatsErrors.told(
        "delete facts", () -> link.management().purgeStream(LedgerSubjects.STREAM, some));
  }

  void delete(Fact.Recorded one) {
    PurgeOptions same = PurgeOptions.subject(LedgerSubjects.of(one.fact()));
    NatsErrors.told(
        "delete a fact", () -> link.management().purgeStream(LedgerSubjects.STREAM, same));
  }

  long last() {
    return NatsErrors.told(
        "say where the ledger ends",
        () ->
            link.management()
                .getStreamInfo(LedgerSubjects.STREAM)
                .getStreamState()
                .getLastSequence());
  }

  private static Fact.Recorded recorded(MessageInfo message) {
    return new Fact.Recorded(message.getSeq(), LedgerJson.fact(message.getData()));
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
