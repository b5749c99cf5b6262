package dev.waybill.messages.record;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import java.util.Arrays;

/// A part of a message that is stored encrypted with the key of the message: its content, or an
/// attachment.
///
/// @param place where the part belongs; it cannot be decrypted as another one
record SealedPart(String place, Payload bytes) {

  static SealedPart content(String messageId, byte[] bytes) {
    return new SealedPart("content/" + messageId, Payload.wrap(bytes));
  }

  /// @param number from 1
  static SealedPart attachment(String messageId, int number, Payload bytes) {
    return new SealedPart("attachment/" + messageId + '/' + number, bytes);
  }

  /// The number of bytes of the sealed part.
  int sealedSize() {
    return Math.toIntExact(bytes.size() + ContentKeys.OVERHEAD);
  }

  byte[] seal(byte[] key) {
    return ContentKeys.seal(key, place, bytes.bytesWithoutCopy());
  }

  /// @throws WaybillException if these are not the sealed bytes of a part at this place
  byte[] open(byte[] key, byte[] sealed) {
    return ContentKeys.open(key, place, sealed);
  }

  /// True if the sealed bytes are those of this part.
  boolean isIn(byte[] sealed, byte[] key) {
    try {
      return Arrays.equals(open(key, sealed), bytes.bytesWithoutCopy());
    } catch (WaybillException other) {
      return false;
    }
  }
}
