package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.wire.JsonIn;
import java.util.function.Function;

/// What the server said in the end.
///
/// @param repeated an earlier sending of the same call may have been heard, too
record Answer(Payload body, boolean repeated) {

  <T> T read(Function<JsonIn, T> codec) {
    try {
      return JsonIn.readAnswer(body.bytesWithoutCopy(), codec);
    } catch (WaybillException unexpected) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "the answer of the server could not be read: " + unexpected.getMessage(),
          unexpected);
    }
  }
}
