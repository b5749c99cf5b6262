package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Message;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SendLimitsTest {

  private @TempDir Path folder;

  @Test
  void a_message_over_the_limit_of_its_provider_stays_queued() {
    String address = "//limits/provider?rate=2/d";
    try (Waybill waybill = open(settings("mail=scripted:" + address))) {
      List<String> ids =
          List.of(send(waybill, "a@b.c"), send(waybill, "d@e.f"), send(waybill, "g@h.i"));
      assertOneWaits(waybill, ids);
      assertThat(ScriptedProvider.script(address).sent).hasSize(2);
    }
  }

  @Test
  void a_message_over_the_limit_of_its_recipient_stays_queued_and_others_are_sent() {
    String address = "//limits/recipient";
    Settings settings =
        settings("mail=scripted:" + address)
            .withServiceSetting(MessagesProvider.RECIPIENT_RATE, "1/d");
    try (Waybill waybill = open(settings)) {
      List<String> ids =
          List.of(send(waybill, "a@b.c"), send(waybill, "a@b.c"), send(waybill, "d@e.f"));
      assertOneWaits(waybill, ids);
      assertThat(ScriptedProvider.script(address).sent)
          .extracting(sent -> sent.recipient())
          .containsExactlyInAnyOrder("a@b.c", "d@e.f");
    }
  }

  @Test
  void a_message_that_waited_is_sent_at_its_turn() {
    String address = "//limits/turn?rate=20/s";
    try (Waybill waybill = open(settings("mail=scripted:" + address))) {
      for (int i = 0; i < 25; i++) {
        send(waybill, "a" + i + "@b.c");
      }
      eventually(() -> assertThat(ScriptedProvider.script(address).sent).hasSize(25));
      assertThat(waybill.list(JobFilter.ALL.withStates(State.DEAD), Page.Request.FIRST).items())
          .isEmpty();
    }
  }

  @Test
  @Seed("S2.32")
  void a_message_is_tried_as_often_as_the_setting_says() {
    String address = "//limits/attempts";
    ScriptedProvider.script(address).answers.add(busy());
    ScriptedProvider.script(address).answers.add(busy());
    Settings once =
        settings("mail=scripted:" + address).withServiceSetting(MessagesProvider.MAX_ATTEMPTS, "1");
    try (Waybill waybill = open(once)) {
      String id = send(waybill, "a@b.c");
      eventually(
          () ->
              assertThat(
                      waybill
                          .list(JobFilter.ALL.withStates(State.DEAD), Page.Request.FIRST)
                          .items())
                  .hasSize(1));
      assertThat(waybill.messages().find(id).orElseThrow().handoff().state()).isEqualTo("failed");
      assertThat(ScriptedProvider.script(address).sent).hasSize(1);
    }
  }

  private static HandoffResult busy() {
    return new HandoffResult.Retryable("busy", "try later", null);
  }

  @Test
  void a_number_of_attempts_that_is_none_is_refused() {
    Settings wrong = Settings.DEFAULT.withServiceSetting(MessagesProvider.MAX_ATTEMPTS, "often");
    assertThatThrownBy(() -> SendJob.retry(wrong))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
  }

  private static void assertOneWaits(Waybill waybill, List<String> ids) {
    eventually(
        () ->
            assertThat(
                    waybill
                        .list(JobFilter.ALL.withQueue(SendJob.QUEUE), Page.Request.FIRST)
                        .items())
                .extracting(Job::state)
                .containsExactlyInAnyOrder(State.COMPLETED, State.COMPLETED, State.SCHEDULED));
    assertThat(ids)
        .extracting(id -> waybill.messages().find(id).map(Message::handoff).orElseThrow().state())
        .containsExactlyInAnyOrder("handed_off", "handed_off", "queued");
  }

  private static Settings settings(String providers) {
    return Settings.DEFAULT.withServiceSetting(MessagesProvider.PROVIDERS, providers);
  }

  private Waybill open(Settings settings) {
    return Waybill.open(folder, settings);
  }

  private static String send(Waybill waybill, String recipient) {
    return waybill
        .messages()
        .send(NewMessage.builder("email", recipient).text("Hello").build())
        .messageId();
  }
}
