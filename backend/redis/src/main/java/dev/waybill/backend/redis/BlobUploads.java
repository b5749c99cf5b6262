package dev.waybill.backend.redis;

import dev.waybill.WaybillException;
import dev.waybill.backend.redis.Call.Prefix;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// Uploads and deletions of blobs that have begun, by time. Parts whose writer died are deleted
/// later, unless their blob was completed. No writer takes longer than [#ABANDONED_AFTER].
final class BlobUploads {

  static final Duration ABANDONED_AFTER = Duration.ofHours(1);

  private static final int AT_ONCE = 100;

  /// Parts are written one after the other.
  private static final int PARTS_AT_ONCE = 64;

  private static final Logger LOG = System.getLogger(BlobUploads.class.getName());
  private static final int UPLOAD_DIGITS = 2 * Long.BYTES;

  private final RedisLink link;
  private final ServerTime time;
  private final byte[] list;
  private final BiPredicate<Prefix, String> isComplete;
  private @Nullable Instant next;

  /// @param isComplete whether a blob is stored with the parts of an upload
  BlobUploads(RedisLink link, ServerTime time, BiPredicate<Prefix, String> isComplete) {
    this.isComplete = isComplete;
    this.link = link;
    this.time = time;
    this.list = link.shards().getFirst().key("uploads");
  }

  void began(Prefix blob, String upload) {
    double now = time.near().toEpochMilli();
    link.command("begin a blob", to -> to.zadd(list, now, member(blob, upload)));
  }

  void ended(Prefix blob, String upload) {
    link.command("end a blob", to -> to.zrem(list, member(blob, upload)));
  }

  /// Deletes the last parts first, so that no part is behind a gap if this is interrupted.
  void deleteParts(Prefix blob, String upload) {
    long from = 0;
    while (countParts(keys(blob, upload, from)) == PARTS_AT_ONCE) {
      from += PARTS_AT_ONCE;
    }
    for (; from >= 0; from -= PARTS_AT_ONCE) {
      byte[][] keys = keys(blob, upload, from);
      link.command("delete parts of a blob", to -> to.unlink(keys));
    }
    ended(blob, upload);
  }

  private long countParts(byte[][] keys) {
    return link.command("count parts of a blob", to -> to.exists(keys));
  }

  private static byte[][] keys(Prefix blob, String upload, long from) {
    byte[][] keys = new byte[PARTS_AT_ONCE][];
    for (int i = 0; i < PARTS_AT_ONCE; i++) {
      keys[i] = RedisBlobStore.partKey(blob, upload, from + i);
    }
    return keys;
  }

  /// Deletes the parts of abandoned uploads if it is time to. A failure is logged, and the next
  /// call tries again.
  synchronized void sweepFromTimeToTime() {
    Instant now = time.near();
    if (next != null && now.isBefore(next)) {
      return;
    }
    next = now.plus(ABANDONED_AFTER.dividedBy(6));
    try {
      sweep(now.minus(ABANDONED_AFTER).toEpochMilli());
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "cannot delete orphaned parts of blobs; will retry", failed);
    }
  }

  private void sweep(long before) {
    List<byte[]> old =
        link.command(
            "list uploads of blobs",
            to -> to.zrangebyscore(list, Range.create(0L, before), Limit.from(AT_ONCE)));
    for (byte[] member : old) {
      String text = ServerState.text(member);
      String upload = text.substring(0, UPLOAD_DIGITS);
      Prefix blob = new Prefix(text.substring(UPLOAD_DIGITS));
      if (isComplete.test(blob, upload)) {
        ended(blob, upload);
      } else {
        deleteParts(blob, upload);
      }
    }
  }

  private static byte[] member(Prefix blob, String upload) {
    return Call.bytes(upload + blob.text());
  }
}
