package dev.waybill.messages.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NotificationTest {

  private static final Notification PLAIN = Notification.of("id", "title", "text");

  @Test
  void texts_that_are_too_long_are_truncated() {
    Notification cut = Notification.of("id", "t".repeat(1_000), "x".repeat(100_000));
    assertThat(cut.title()).hasSize(Notification.TITLE_LENGTH).endsWith("…");
    assertThat(cut.text()).hasSize(Notification.TEXT_LENGTH).endsWith("…");
  }

  @Test
  void an_id_is_valid_in_headers_and_paths() {
    for (String bad : List.of("", "a b", "a\r\nb", "a/b", "é", "x".repeat(65))) {
      assertThatThrownBy(() -> Notification.of(bad, "title", "text"))
          .isInstanceOf(WaybillException.class);
    }
  }

  @Test
  void tags_and_links_have_limits() {
    assertThatThrownBy(() -> PLAIN.tags(Collections.nCopies(11, "tag")))
        .hasMessageContaining("at most 10 tags");
    assertThatThrownBy(() -> PLAIN.tags(List.of(" "))).isInstanceOf(WaybillException.class);
    for (String bad : List.of("javascript:alert(1)", "https://", "http://a b", "relative")) {
      assertThatThrownBy(() -> PLAIN.click(bad)).as(bad).isInstanceOf(WaybillException.class);
    }
    assertThat(PLAIN.click("https://example.com/a").click()).isEqualTo("https://example.com/a");
  }
}
