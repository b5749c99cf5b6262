package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.client.call.CallAnswer;
import dev.waybill.result.BulkResult;
import dev.waybill.wire.job.BulkResultJson;
import org.junit.jupiter.api.Test;

final class CallAnswerTest {

  @Test
  void unknown_fields_of_a_newer_server_are_ignored() {
    CallAnswer answer =
        answer(
            "{\"took\":{\"ms\":[1,2]},\"changed\":3,\"skipped\":1,\"next\":null,\"note\":\"x\"}");
    assertThat(answer.read(BulkResultJson.DOCUMENT)).isEqualTo(new BulkResult(3, 1));
  }

  @Test
  void missing_fields_are_refused() {
    assertThatThrownBy(() -> answer("{\"changed\":3,\"note\":1}").read(BulkResultJson.DOCUMENT))
        .isInstanceOf(WaybillException.class)
        .extracting("code")
        .isEqualTo(Code.STORE_FAILED);
  }

  private static CallAnswer answer(String json) {
    return new CallAnswer(Payload.of(json), false);
  }
}
