package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Like [FullDisk], but the disk is filled right after the store was opened: the log has reserved
/// space, the history has none.
final class FullHistory {

  private static final int JOBS = 150;

  private final StoreDriver store;
  private final List<Job> acknowledged = new ArrayList<>();
  private final List<Job> completed = new ArrayList<>();

  private FullHistory(StoreDriver store) {
    this.store = store;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path disk = Path.of(arguments[0]);
    FullDisk.mount(disk);
    FullHistory history =
        new FullHistory(new StoreDriver(disk.resolve("store"), DiskFiller.SEGMENT_BYTES).open());
    history.work(1);
    history.store.browse();
    Path plug = disk.resolve("plug");
    fillUp(plug);
    history.work(JOBS);
    history.checkNothingOldIsShown();
    Files.delete(plug);
    history.checkAllThere();
    history.store.crashAndReopen();
    history.checkAllThere();
    System.out.println("kept " + history.acknowledged.size());
    System.exit(0);
  }

  private static void fillUp(Path plug) throws IOException {
    byte[] zeros = new byte[4096];
    try (OutputStream out = Files.newOutputStream(plug)) {
      while (true) {
        out.write(zeros);
      }
    } catch (IOException full) {
      System.out.println("plugged: " + full.getMessage());
    }
  }

  private void work(int jobs) {
    for (int n = 0; n < jobs; n++) {
      acknowledged.add(store.enqueue("x".repeat(2_000) + n));
      if (n % 3 == 0) {
        List<Job> leased = store.lease(1);
        store.complete(leased, "ok");
        completed.addAll(leased);
      }
    }
  }

  /// The history cannot contain the last changes: an error is correct, an older state is not.
  private void checkNothingOldIsShown() {
    int refused = 0;
    for (Job job : completed) {
      try {
        check(store.find(job).state() == State.COMPLETED, "an old state of " + job.id());
      } catch (WaybillException behind) {
        check(behind.code() == Code.DISK_FULL, "refused with " + behind);
        refused++;
      }
    }
    check(refused > 0, "the history had space after all");
    check(store.jobs().stats(StoreDriver.QUEUE).waiting() > 0, "nothing waits");
  }

  private void checkAllThere() {
    awaitHistory();
    for (Job job : acknowledged) {
      check(store.find(job).payload().equals(job.payload()), "payload of " + job.id());
    }
    for (Job job : completed) {
      check(store.find(job).state() == State.COMPLETED, "state of " + job.id());
    }
  }

  /// The history retries by itself.
  private void awaitHistory() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (store.browse().size() < acknowledged.size()) {
      check(System.nanoTime() < end, "the history does not go on");
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
