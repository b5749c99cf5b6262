package dev.waybill.rig.sim;

import dev.waybill.Payload;
import dev.waybill.settings.Limits;
import java.util.Arrays;

/// Payloads and results that are derived from a number, so that they can be verified later.
final class NumberedPayloads {

  private static final int LARGE_EVERY = 53;

  private NumberedPayloads() {}

  /// Some are too large for a record and go to the blob store.
  static Payload of(int number) {
    byte[] bytes = new byte[number % LARGE_EVERY == 0 ? Limits.INLINE_BYTES + 1 + number : 12];
    Arrays.fill(bytes, (byte) number);
    bytes[0] = (byte) (number >> 16);
    bytes[1] = (byte) (number >> 8);
    return Payload.wrap(bytes);
  }

  static boolean is(int number, Payload seen) {
    return Arrays.equals(of(number).bytesWithoutCopy(), seen.bytesWithoutCopy());
  }

  /// True if the bytes are unchanged, for any number.
  static boolean isWhole(Payload seen) {
    byte[] bytes = seen.bytesWithoutCopy();
    int number = (bytes[0] & 0xff) << 16 | (bytes[1] & 0xff) << 8 | (bytes[2] & 0xff);
    return Arrays.equals(of(number).bytesWithoutCopy(), bytes);
  }
}
