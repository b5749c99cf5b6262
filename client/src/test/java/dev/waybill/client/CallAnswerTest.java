package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.result.BulkResult;
import dev.waybill.wire.job.BulkResultJson;
import org.junit.jupiter.api.Test;

final class CallAnswerTest {

  @Test
  void what_a_newer_server_says_beside_what_is_known_is_passed_over() {
    CallAnswer answer =
        answer(
            "{\"took\":{\"ms\":[1,2]},\"changed\":3,\"skipped\":1,\"next\":null,\"note\":\"x\"}");
    assertThat(answer.read(BulkResultJson.DOCUMENT)).isEqualTo(new BulkResult(3, 1));
  }

  @Test
  void what_is_known_must_still_be_there() {
    assertThatThrownBy(() -> answer("{\"changed\":3,\"note\":1}").read(BulkResultJson.DOCUMENT))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("could not be read");
  }

  private static CallAnswer answer(String json) {
    return new CallAnswer(Payload.of(json), false);
  }
}
