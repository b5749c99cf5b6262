package dev.waybill.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Outcome;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqsBatchHandlerTest {

  private static String answer(RecordHandler handler, String event) {
    byte[] answer = new SqsBatchHandler(handler).handle(event.getBytes(StandardCharsets.UTF_8));
    return new String(answer, StandardCharsets.UTF_8);
  }

  private static SqsRecord read(String body) {
    List<SqsRecord> seen = new ArrayList<>();
    answer(
        message -> {
          seen.add(message);
          return Outcome.done();
        },
        Events.of(body));
    return seen.getFirst();
  }

  @Test
  @Seed("S1.10")
  void only_messages_that_failed_are_reported() {
    assertThat(answer(new Picky(), Events.of("a", "throw", "b", "retry", "reject", "deep", "c")))
        .isEqualTo(Events.failures("m1", "m3", "m4", "m5"));
    assertThat(answer(new Picky(), Events.of("a", "b"))).isEqualTo(Events.failures());
  }

  @Test
  void an_error_fails_only_its_own_message() {
    assertThat(answer(new Picky(), Events.of("a", "unlinked", "b", "assert", "c")))
        .isEqualTo(Events.failures("m1", "m3"));
  }

  @Test
  void an_error_that_ends_the_jvm_fails_the_batch() {
    assertThatThrownBy(() -> answer(new Picky(), Events.of("a", "memory", "b")))
        .isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void a_malformed_message_fails_alone() {
    String event = Events.of("a", "b", "c").replace("\"body\": \"b\"", "\"body\": 5");
    assertThat(answer(new Picky(), event)).isEqualTo(Events.failures("m1"));
  }

  @Test
  void messages_of_a_fifo_queue_after_a_failed_one_wait_for_it() {
    assertThat(answer(new Picky(), Events.fifo("a", "throw", "b", "c")))
        .isEqualTo(Events.failures("m1", "m2", "m3"));
  }

  @Test
  @Seed({"S1.8", "S5.6"})
  void a_handler_gets_the_event_of_a_notification_or_the_body_and_the_attributes() {
    SqsRecord raw = read("{\"job_id\": \"j1\"}");
    assertThat(raw.message()).isEqualTo(raw.body()).isEqualTo("{\"job_id\": \"j1\"}");
    assertThat(raw.attributes()).containsEntry("JobType", "document_ingestion");
    assertThat(raw.receiveCount()).isEqualTo(2);
    assertThat(raw.queueArn()).isEqualTo("arn:aws:sqs:us-east-1:123456789012:queue");

    SqsRecord wrapped =
        read(
            "{\"Type\": \"Notification\", \"MessageId\": \"n1\", \"Subject\": null,"
                + " \"Message\": \"{\\\"a\\\":1}\", \"MessageAttributes\": {\"stage\":"
                + " {\"Type\": \"String\", \"Value\": \"dev\"}}}");
    assertThat(wrapped.message()).isEqualTo("{\"a\":1}");
    assertThat(wrapped.attributes()).containsEntry("stage", "dev");
  }

  @Test
  void an_event_that_is_not_of_sqs_fails_as_a_whole() {
    for (String event :
        new String[] {"{}", "[]", "", "{\"Records\":[{\"body\":\"a\"}]}", "nonsense"}) {
      assertThatThrownBy(() -> answer(new Picky(), event))
          .as(event)
          .isInstanceOf(WaybillException.class);
    }
  }
}
