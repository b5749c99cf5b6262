package dev.waybill.backend.embedded.history;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.settings.Limits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The finished attempts of a job, encoded one after the other.
final class Attempts {

  private Attempts() {}

  static void write(ByteWriter out, Facts.Stepped fact) {
    Facts.EndedAttempt ended = fact.ended();
    if (ended != null) {
      ByteWriter one = new ByteWriter(64);
      ended.write(one);
      one.put8(fact.at());
      one.put1(fact.failure() == null ? 0 : 1);
      if (fact.failure() != null) {
        JobBytes.writeFailure(one, fact.failure());
      }
      out.putBytes(one.copy());
    }
  }

  static List<Attempt> read(byte[] bytes) {
    List<Attempt> attempts = new ArrayList<>();
    ByteReader all = new ByteReader(bytes);
    while (all.hasMore()) {
      ByteReader in = new ByteReader(all.getBytes());
      Facts.EndedAttempt ended = Facts.EndedAttempt.read(in);
      Instant endedAt = Instant.ofEpochMilli(in.get8());
      Failure failure = in.get1() == 0 ? null : JobBytes.readFailure(in);
      attempts.add(
          new Attempt(
              ended.number(),
              ended.worker(),
              Instant.ofEpochMilli(ended.startedAt()),
              endedAt,
              ended.ending(),
              failure));
    }
    return attempts;
  }

  /// Adds attempts to the existing ones; drops the oldest if there are too many.
  static byte[] join(byte[] before, byte[] added) {
    ByteWriter joined = new ByteWriter(before.length + added.length);
    joined.putRaw(before).putRaw(added);
    List<Integer> starts = new ArrayList<>();
    ByteReader all = new ByteReader(joined.array(), 0, joined.size());
    while (all.hasMore()) {
      starts.add(all.at());
      all.skip(all.getSmallInt());
    }
    int surplus = Math.max(0, starts.size() - Limits.ATTEMPTS_KEPT);
    return joined.copy(surplus == 0 ? 0 : starts.get(surplus), joined.size());
  }
}
