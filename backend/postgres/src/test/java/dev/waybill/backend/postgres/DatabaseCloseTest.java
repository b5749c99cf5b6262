package dev.waybill.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.conformance.PostgresServer;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Calls that run while a store is closed.
final class DatabaseCloseTest {

  @Test
  void a_call_that_has_begun_is_finished_before_the_pool_is_closed() throws Exception {
    Database database =
        Database.open(
            PostgresFixture.config(PostgresServer.shared(), "closing"), InstantSource.system());
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> read =
          threads.submit(
              () ->
                  database.readOnce(
                      connection -> {
                        began.countDown();
                        awaitQuietly(goOn);
                        return connection.isValid(5);
                      }));
      began.await();
      Future<?> closing = threads.submit(database::close);
      goOn.countDown();
      assertThat(read.get()).isTrue();
      closing.get();
    }
    assertThatThrownBy(() -> database.read("read", connection -> connection.isValid(5)))
        .isInstanceOfSatisfying(
            WaybillException.class, late -> assertThat(late.code()).isEqualTo(Code.CLOSED));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
