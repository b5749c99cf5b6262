package dev.waybill.bus.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.bus.binding.BindingText;
import org.junit.jupiter.api.Test;

class StreamBindingTest {

  @Test
  void a_binding_names_a_topic_a_server_and_a_stream() {
    StreamBinding binding =
        StreamBinding.parseAll(
                BindingText.parseAll("free-food=redis://localhost:6379/events.free-food"))
            .getFirst();
    assertThat(binding.bound().topic()).isEqualTo("free-food");
    assertThat(binding.stream()).isEqualTo("events.free-food");
    assertThat(binding.deadStream()).isEqualTo("events.free-food.dead");
    assertThat(binding.bound().reads()).isTrue();
    assertThat(binding.bound().writes()).isTrue();
    assertThat(binding.bound().has("dead")).isFalse();
  }

  @Test
  void several_bindings_are_separated_by_blanks() {
    assertThat(
            StreamBinding.parseAll(
                BindingText.parseAll(" a=redis://h/x  b=rediss://h/y?direction=in ")))
        .hasSize(2);
    assertThat(StreamBinding.parseAll(BindingText.parseAll(" "))).isEmpty();
  }

  @Test
  void a_malformed_binding_is_refused_without_its_password() {
    for (String wrong :
        new String[] {
          "free-food",
          "=redis://h/s",
          "t=redis://h",
          "t=redis://:secret@h/",
          "t=http://user:secret@h/s",
          "t=redis://h/s?colour=red",
          "t=redis://h/s?direction=up",
          "t=redis://h/s?group=",
          "t=redis://secret@h /s",
          "a=redis://h/s b=redis://h/s"
        }) {
      assertThatThrownBy(() -> StreamBinding.parseAll(BindingText.parseAll(wrong)))
          .as(wrong)
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
                assertThat(refused).hasMessageNotContaining("secret");
              });
    }
  }
}
