package dev.waybill.wire.job;

import dev.waybill.Code;
import dev.waybill.Lease;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.result.FieldError;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Encoding;
import dev.waybill.wire.json.InvalidDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// A binary format for the most frequent requests and answers of workers, much cheaper than JSON: a
/// version, the number of items, then the items. Unusual items are JSON inside. `docs/http.md` has
/// the layout.
public final class WorkBytes {

  public static final String MEDIA_TYPE = "application/vnd.waybill.work.v1";

  private static final int VERSION = 1;
  private static final int AS_JSON = 0;
  private static final int DONE = 1;

  /// The usual size of an item; the buffer grows if needed.
  private static final int LEASE_BYTES = 512;

  private static final int SETTLEMENT_BYTES = 160;
  private static final int RESULT_BYTES = 1;

  /// States by their number, from 1.
  private static final List<State> STATES =
      List.of(
          State.SCHEDULED,
          State.QUEUED,
          State.RUNNING,
          State.COMPLETED,
          State.FAILED,
          State.CANCELLED,
          State.DEAD);

  private WorkBytes() {}

  /// Whether a body has this format and is not a JSON document.
  public static boolean areHere(byte[] body) {
    return body.length > 0 && body[0] == VERSION;
  }

  public static byte[] leases(List<Lease> leases) {
    return write(leases, LEASE_BYTES, new LeaseBytes()::write);
  }

  /// Reads an answer of the server.
  public static List<Lease> readLeases(byte[] body) {
    return read(body, new LeaseBytes()::read);
  }

  public static byte[] settlements(List<Settlement> settlements) {
    return write(settlements, SETTLEMENT_BYTES, WorkBytes::writeSettlement);
  }

  public static List<Settlement> readSettlements(byte[] body) {
    return read(body, WorkBytes::readSettlement);
  }

  public static byte[] results(List<SettleResult> results) {
    return write(results, RESULT_BYTES, WorkBytes::writeResult);
  }

  /// Reads an answer of the server.
  public static List<SettleResult> readResults(byte[] body) {
    return read(body, WorkBytes::readResult);
  }

  private static <T> byte[] write(List<T> items, int usual, BiConsumer<ByteWriter, T> codec) {
    ByteWriter out = new ByteWriter(64 + usual * items.size());
    out.put1(VERSION).putSmall(items.size());
    items.forEach(item -> codec.accept(out, item));
    return out.copy();
  }

  private static <T> List<T> read(byte[] body, Function<ByteReader, T> codec) {
    ByteReader in = new ByteReader(body);
    try {
      if (in.get1() != VERSION) {
        throw malformed("it has another version");
      }
      List<T> items = new ArrayList<>();
      for (int left = count(in); left > 0; left--) {
        items.add(codec.apply(in));
      }
      if (in.hasMore()) {
        throw malformed("it ends before the body does");
      }
      return items;
    } catch (IndexOutOfBoundsException beyond) {
      throw malformed("the body ends before it does");
    }
  }

  private static int count(ByteReader in) {
    long count = in.getSmall();
    if (count < 0 || count > Limits.LEASES_PER_CALL) {
      String most = "at most " + Limits.LEASES_PER_CALL + " items";
      throw new InvalidDocument(Code.TOO_MANY_ITEMS, new FieldError("", "too_many_items", most));
    }
    return (int) count;
  }

  static InvalidDocument malformed(String why) {
    return InvalidDocument.at(
        "", "malformed_bytes", "this is not " + MEDIA_TYPE + ": " + why + "; send JSON instead");
  }

  private static void writeSettlement(ByteWriter out, Settlement settlement) {
    out.putText(settlement.token().value());
    if (settlement.outcome() instanceof Outcome.Done(Payload result)) {
      out.put1(DONE).putBytes(result.bytesWithoutCopy());
    } else {
      byte[] json = OutcomeJson.DOCUMENT.bytes(Encoding.BASE64, settlement.outcome());
      out.put1(AS_JSON).putBytes(json);
    }
  }

  private static Settlement readSettlement(ByteReader in) {
    TaskToken token = new TaskToken(in.getText());
    Outcome outcome =
        switch (in.get1()) {
          case DONE -> new Outcome.Done(Payload.wrap(in.getBytes()));
          case AS_JSON -> OutcomeJson.DOCUMENT.read(in.getBytes());
          default -> throw malformed("an outcome of an unknown kind");
        };
    return new Settlement(token, outcome);
  }

  private static void writeResult(ByteWriter out, SettleResult result) {
    if (result instanceof Settled(State state)) {
      out.put1(STATES.indexOf(state) + 1);
    } else {
      byte[] json = SettleResultJson.DOCUMENT.bytes(result);
      out.put1(AS_JSON).putBytes(json);
    }
  }

  private static SettleResult readResult(ByteReader in) {
    int kind = in.get1();
    if (kind == AS_JSON) {
      return SettleResultJson.DOCUMENT.readAnswer(in.getBytes());
    }
    if (kind < 0 || kind > STATES.size()) {
      throw malformed("an unknown state");
    }
    return new Settled(STATES.get(kind - 1));
  }
}
