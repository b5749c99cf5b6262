package dev.waybill.client.call;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.wire.job.WorkBytes;
import dev.waybill.wire.json.Document;
import java.util.function.Function;

/// The final answer of the server to a call.
///
/// @param repeated whether the call was sent before and the server may have received it
public record CallAnswer(Payload body, boolean repeated) {

  /// Whether the body is in the work format rather than in JSON.
  public boolean isBytes() {
    return WorkBytes.areHere(body.bytesWithoutCopy());
  }

  public <T> T read(Document<T> document) {
    return read(document::readAnswer, document);
  }

  public <T> T read(Function<byte[], T> bytes, Document<T> json) {
    byte[] content = body.bytesWithoutCopy();
    try {
      return isBytes() ? bytes.apply(content) : json.readAnswer(content);
    } catch (WaybillException unexpected) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "cannot read the answer of the server: " + unexpected.getMessage(),
          unexpected);
    }
  }
}
