package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Enqueues into the directory of its argument until the disk is full, prints what was acknowledged
/// and refused, waits for a line that reports free space, and continues.
final class DiskFiller {

  static final int SEGMENT_BYTES = 2 << 20;
  private static final int REFUSALS = 20;

  private final StoreDriver store;
  private final List<JobId> acknowledged = new ArrayList<>();

  private DiskFiller(StoreDriver store) {
    this.store = store;
  }

  public static void main(String[] arguments) throws IOException {
    DiskFiller filler =
        new DiskFiller(new StoreDriver(Path.of(arguments[0]), SEGMENT_BYTES).open());
    filler.fill();
    filler.ask();
    System.out.println("full");
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    filler.goOn();
    System.out.println("done");
    int end = System.in.read();
    System.exit(end < 0 ? 0 : 1);
  }

  static String payload(JobId id) {
    return (id + " ").repeat(300);
  }

  private void fill() {
    int refused = 0;
    while (refused < REFUSALS) {
      refused += enqueued() ? 0 : 1;
    }
  }

  private boolean enqueued() {
    JobId id = Drafts.nextId();
    Draft draft =
        new Draft(
            new JobKey(StoreDriver.TENANT, id), StoreDriver.newJob(payload(id)).build(), null);
    try {
      store.jobs().append(List.of(draft));
      acknowledged.add(id);
      System.out.println("acknowledged " + id);
      return true;
    } catch (WaybillException refusal) {
      check(refusal.code() == Code.DISK_FULL, "refused with " + refusal);
      System.out.println("refused " + id);
      return false;
    }
  }

  /// Reads are answered on a full disk, too.
  private void ask() {
    for (JobId id : acknowledged) {
      Job job = store.jobs().find(new JobKey(StoreDriver.TENANT, id)).orElseThrow();
      check(job.payload().text().equals(payload(id)), "payload of " + id);
    }
    long waiting = store.jobs().stats(StoreDriver.QUEUE).waiting();
    check(waiting == acknowledged.size(), "waiting: " + waiting);
  }

  /// With free space, work continues without opening the store again.
  private void goOn() {
    for (int i = 0; i < 50; i++) {
      check(enqueued(), "refused although there is space");
    }
    List<Job> leased = store.lease(20);
    check(leased.size() == 20, "leased " + leased.size());
    store.complete(leased, "ok");
    awaitHistory();
    leased.forEach(job -> check(store.find(job).state().isTerminal(), "not ended: " + job.id()));
    store.apply(
        Transitions.completed(
            StoreDriver.leaseOf(store.lease(1).getFirst()), Payload.of("last one")));
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
