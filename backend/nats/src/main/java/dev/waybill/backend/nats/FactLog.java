package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import io.nats.client.PublishOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// All facts in one stream: the order of the stream is the order of recording.
final class FactLog {

  private final NatsLink link;
  private final StreamReads reads;
  private final StreamScan scan;

  FactLog(NatsLink link) {
    this.link = link;
    this.reads = new StreamReads(link, LedgerSubjects.STREAM);
    this.scan = new StreamScan(link, LedgerSubjects.STREAM);
  }

  /// A fact as it is in the stream.
  ///
  /// @param isNew false where it was there already, perhaps with other data
  record Entry(Fact.Recorded recorded, boolean isNew) {}

  /// Appends what is not there yet; answers what is there now, in the order given.
  List<Entry> append(List<Fact> facts) {
    List<CompletableFuture<@Nullable PublishAck>> asked =
        facts.stream().map(this::publish).toList();
    List<@Nullable Entry> entries = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (int i = 0; i < facts.size(); i++) {
      Fact fact = facts.get(i);
      @Nullable PublishAck ack = link.await("record a fact", asked.get(i));
      boolean isNew = ack != null && !ack.isDuplicate();
      entries.add(isNew ? new Entry(new Fact.Recorded(ack.getSeqno(), fact), true) : null);
      if (!isNew) {
        known.add(LedgerSubjects.of(fact));
      }
    }
    return completed(entries, known);
  }

  private List<Entry> completed(List<@Nullable Entry> entries, List<String> known) {
    var found = reads.last(known).iterator();
    return entries.stream()
        .map(entry -> entry != null ? entry : new Entry(recorded(found.next()), false))
        .toList();
  }

  /// Null where the subject has a message already.
  private CompletableFuture<@Nullable PublishAck> publish(Fact fact) {
    byte[] body = LedgerJson.fact(fact);
    if (body.length > link.connection().getMaxPayload()) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE, "the fact is larger than a message of this NATS server may be");
    }
    String subject = LedgerSubjects.of(fact);
    PublishOptions onlyOnce =
        PublishOptions.builder().expectedLastSubjectSequence(0).messageId(sha256(subject)).build();
    return link.streams().publishAsync(subject, body, onlyOnce).handle(FactLog::unlessTaken);
  }

  private static @Nullable PublishAck unlessTaken(
      @Nullable PublishAck ack, @Nullable Throwable failure) {
    if (failure == null || NatsErrors.is(failure, NatsErrors.WRONG_LAST_SEQUENCE)) {
      return ack;
    }
    throw new CompletionException(failure);
  }

  List<Fact.Recorded> at(List<Long> positions) {
    return reads.at(positions).stream().filter(Objects::nonNull).map(FactLog::recorded).toList();
  }

  /// Asks for places one after the other, for nothing is ever taken out; where an operator did,
  /// it goes on behind the gap.
  List<Fact.Recorded> tail(long after, int max) {
    long end = last();
    for (long from = after + 1; from <= end; from += max) {
      long to = Math.min(end, from + max - 1);
      List<Fact.Recorded> page = at(LongStream.rangeClosed(from, to).boxed().toList());
      if (!page.isEmpty()) {
        return page;
      }
    }
    return List.of();
  }

  List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return scan.read(LedgerSubjects.every(key), after, max).stream()
        .map(m -> new Fact.Recorded(m.metaData().streamSequence(), LedgerJson.fact(m.getData())))
        .toList();
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

  private static Fact.Recorded recorded(@Nullable MessageInfo message) {
    if (message == null) {
      throw new WaybillException(Code.CORRUPT, "a fact that was recorded is gone from NATS");
    }
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
