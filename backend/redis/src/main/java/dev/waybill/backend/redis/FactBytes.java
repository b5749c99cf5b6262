package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;

/// Facts as bytes, and the arguments of the functions of the ledger.
final class FactBytes {

  /// The earliest time that Lua can compare exactly, in milliseconds.
  private static final long EARLIEST = -(1L << 53);

  private FactBytes() {}

  /// The name of a key on the server.
  static String key(LedgerKey key) {
    return String.join(Call.SEPARATOR, key.tenant(), key.kind(), key.id());
  }

  /// @param expired the time up to which facts of this kind have expired
  static byte[] meta(Fact fact, long expired) {
    ByteWriter out = new ByteWriter(128);
    out.putRaw(JobArguments.stamp());
    out.put4(fact.attempt()).put4(fact.rank()).put4(fact.standing());
    out.put8(fact.at().toEpochMilli()).put8(exact(expired));
    JobArguments.putShort(out, fact.key().kind());
    JobArguments.putShort(out, key(fact.key()));
    JobArguments.putShort(out, fact.attempt() + "/" + fact.type());
    return out.copy();
  }

  static long exact(long millis) {
    return Math.max(EARLIEST, millis);
  }

  static byte[] write(Fact fact) {
    ByteWriter out = new ByteWriter(128);
    LedgerKey key = fact.key();
    out.putText(key.tenant()).putText(key.kind()).putText(key.id());
    out.put4(fact.attempt()).putText(fact.type()).putText(fact.state());
    out.put4(fact.rank()).put4(fact.standing());
    Instant at = fact.at();
    out.put8(at.getEpochSecond()).put4(at.getNano());
    JobBytes.writePayload(out, fact.data());
    return out.copy();
  }

  static Fact read(byte[] bytes) {
    try {
      ByteReader in = new ByteReader(bytes);
      LedgerKey key = new LedgerKey(in.getText(), in.getText(), in.getText());
      int attempt = in.get4();
      String type = in.getText();
      String state = in.getText();
      int rank = in.get4();
      int standing = in.get4();
      Instant at = Instant.ofEpochSecond(in.get8(), in.get4());
      return Fact.of(key, attempt, type, at, JobBytes.readPayload(in))
          .withState(state)
          .withRank(rank, standing);
    } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
      throw new WaybillException(Code.CORRUPT, "a fact in Redis is unreadable", malformed);
    }
  }
}
