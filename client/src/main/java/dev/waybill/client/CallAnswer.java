package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.wire.job.WorkBytes;
import dev.waybill.wire.json.Document;
import java.util.function.Function;

/// What the server said in the end.
///
/// @param repeated an earlier sending of the same call may have been heard, too
record CallAnswer(Payload body, boolean repeated) {

  /// Whether the server answered with bytes rather than with JSON.
  boolean isBytes() {
    return WorkBytes.areHere(body.bytesWithoutCopy());
  }

  <T> T read(Document<T> document) {
    return read(document::readAnswer, document);
  }

  <T> T read(Function<byte[], T> bytes, Document<T> json) {
    byte[] said = body.bytesWithoutCopy();
    try {
      return isBytes() ? bytes.apply(said) : json.readAnswer(said);
    } catch (WaybillException unexpected) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "the answer of the server could not be read: " + unexpected.getMessage(),
          unexpected);
    }
  }
}
