package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Settings;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Drafts;
import dev.waybill.spi.JobKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One reader cannot keep the others waiting for ever.
@Timeout(60)
final class SqliteReadersTest {

  private static final String ENDLESS =
      "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";

  @TempDir private Path folder;

  @Test
  void a_reading_that_takes_too_long_is_ended_and_the_next_one_works() {
    try (SqliteReaders readers =
        new SqliteReaders(folder.resolve("some.db"), Duration.ofMillis(50))) {
      assertThatThrownBy(() -> readers.read("count", connection -> first(connection, ENDLESS)))
          .isInstanceOfSatisfying(
              WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ARGUMENT));
      assertThat(readers.<Long>read("count", connection -> first(connection, "select 42")))
          .isEqualTo(42);
    }
  }

  @Test
  void who_lists_jobs_keeps_neither_the_ledger_nor_single_jobs_waiting() {
    CountDownLatch over = new CountDownLatch(1);
    try (EmbeddedBackend store =
        EmbeddedBackend.open(folder, EmbeddedConfig.of(Settings.DEFAULT))) {
      JobKey job = new JobKey("acme", Drafts.nextId());
      store.jobs().append(List.of(Drafts.draft("acme", NewJob.of("type", "payload"))));
      CountDownLatch busy = new CountDownLatch(4);
      List<CompletableFuture<Boolean>> scans =
          Stream.generate(() -> Calls.start(() -> scan(store, busy, over))).limit(8).toList();
      await(busy);
      assertThat(store.ledger().tail(0, 10)).isEmpty();
      assertThat(store.jobs().find(job)).isEmpty();
      over.countDown();
      assertThat(scans).allSatisfy(scan -> assertThat(scan.join()).isTrue());
    } finally {
      over.countDown();
    }
  }

  private static boolean scan(EmbeddedBackend store, CountDownLatch busy, CountDownLatch over) {
    return store
        .lists()
        .read(
            "scan",
            _ -> {
              busy.countDown();
              await(over);
              return true;
            });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static long first(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
