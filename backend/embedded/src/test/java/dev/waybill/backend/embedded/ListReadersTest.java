package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.JobKey;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Lists use separate readers.
@Timeout(180)
final class ListReadersTest {

  @TempDir private Path folder;

  @Test
  void listing_jobs_delays_neither_the_ledger_nor_reads_of_single_jobs() {
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
}
