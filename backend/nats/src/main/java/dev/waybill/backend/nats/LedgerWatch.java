package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import io.nats.client.api.StreamInfo;
import java.time.Instant;
import java.util.Optional;

/// Notices that the broker has replaced the stream of facts, or has lost a part of it. Readers of
/// the ledger continue after the last fact that they have read, so they would miss what is recorded
/// before that position again.
final class LedgerWatch {

  /// Replicas of a stream may number it differently by a few after a crash.
  private static final long RENUMBERED = 1_000;

  private final NatsLink link;
  private Instant created;
  private long last;
  private boolean missing;

  LedgerWatch(NatsLink link) {
    this.link = link;
    StreamInfo now = info();
    this.created = createdAt(now);
    this.last = now.getStreamState().getLastSequence();
  }

  /// What has happened to the ledger since the last call, and what to do; empty if nothing has.
  Optional<String> trouble() {
    try {
      return changeTo(info());
    } catch (WaybillException failed) {
      if (failed.code() != Code.STORE_FAILED) {
        throw failed;
      }
      boolean known = missing;
      missing = true;
      return known ? Optional.empty() : Optional.of(gone(failed));
    }
  }

  /// Whether the stream was missing at the last call.
  boolean isMissing() {
    return missing;
  }

  private Optional<String> changeTo(StreamInfo now) {
    long allowed = link.config().replicas() == 1 ? 0 : RENUMBERED;
    long end = now.getStreamState().getLastSequence();
    boolean other = !createdAt(now).equals(created) || end + allowed < last;
    Optional<String> trouble = other ? Optional.of(lost(now)) : Optional.empty();
    missing = false;
    created = createdAt(now);
    last = end;
    return trouble;
  }

  private String lost(StreamInfo now) {
    return ("the ledger (stream %s) was replaced or has lost facts: created %s, last fact %d; before,"
            + " %s and %d. Restore it from a backup, or accept that the facts are gone: restart all"
            + " servers and run `waybill catalog rebuild`")
        .formatted(
            LedgerSubjects.STREAM,
            createdAt(now),
            now.getStreamState().getLastSequence(),
            created,
            last);
  }

  private static String gone(WaybillException failed) {
    return ("the ledger (stream %s) is gone: %s. Restore it from a backup, or run `waybill provision`"
            + " to create an empty one; its facts are lost")
        .formatted(LedgerSubjects.STREAM, failed.getMessage());
  }

  private StreamInfo info() {
    return NatsErrors.told(
        "describe " + LedgerSubjects.STREAM,
        () -> link.management().getStreamInfo(LedgerSubjects.STREAM));
  }

  private static Instant createdAt(StreamInfo info) {
    return info.getCreateTime().toInstant();
  }
}
