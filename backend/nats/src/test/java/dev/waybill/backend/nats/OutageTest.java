package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A stopped broker is an outage, not a broken store: the store works again when the broker
/// continues.
@Timeout(120)
final class OutageTest {

  @Test
  void a_paused_broker_is_unavailable_and_then_works_again() throws Exception {
    try (NatsServer server = NatsServer.start();
        Backend backend =
            NatsBackend.open(
                NatsConfig.of(server.url(), server.folder().resolve("local")), Settings.DEFAULT)) {
      server.pause();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<Code>> codes =
            List.of(
                threads.submit(() -> code(() -> backend.jobs().append(List.of(Load.draft())))),
                threads.submit(() -> code(() -> backend.ledger().beforeNewest(0))),
                threads.submit(() -> code(() -> backend.blobs().delete("acme", "a"))));
        for (Future<Code> code : codes) {
          assertThat(code.get()).isEqualTo(Code.UNAVAILABLE);
        }
      }
      server.resume();
      assertThat(backend.jobs().append(List.of(Load.draft()))).hasSize(1);
      assertThat(backend.blobs().delete("acme", "a")).isFalse();
    }
  }

  @Test
  void statuses_of_the_broker_are_mapped_to_codes() {
    assertThat(NatsErrors.code(503)).isEqualTo(Code.UNAVAILABLE);
    assertThat(NatsErrors.code(408)).isEqualTo(Code.UNAVAILABLE);
    assertThat(NatsErrors.code(429)).isEqualTo(Code.THROTTLED);
    assertThat(NatsErrors.code(500)).isEqualTo(Code.STORE_FAILED);
  }

  private static Code code(ThrowingCallable call) {
    return catchThrowableOfType(WaybillException.class, call).code();
  }
}
