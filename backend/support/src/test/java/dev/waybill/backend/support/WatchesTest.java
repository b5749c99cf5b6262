package dev.waybill.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class WatchesTest {

  private static final long LONG = TimeUnit.SECONDS.toNanos(30);

  private final Watches<String> watches = new Watches<>();

  @Test
  @Promise("V2")
  void a_key_without_watches_uses_no_memory() {
    Watches<String>.Watch first = watches.watch("job");
    Watches<String>.Watch second = watches.watch("job");
    first.close();
    assertThat(watches.isEmpty()).isFalse();
    second.close();
    assertThat(watches.isEmpty()).isTrue();
  }

  @Test
  @Promise("V1")
  void closing_a_watch_does_not_affect_others() {
    Watches<String>.Watch gone = watches.watch("job");
    try (Watches<String>.Watch waiting = watches.watch("job")) {
      gone.close();
      watches.tell("job");
      assertThat(waiting.await(LONG)).isTrue();
      assertThat(waiting.await(1)).isFalse();
      watches.tell("other");
      assertThat(waiting.await(1)).isFalse();
      watches.tellEveryone();
      assertThat(waiting.await(LONG)).isTrue();
    }
  }
}
