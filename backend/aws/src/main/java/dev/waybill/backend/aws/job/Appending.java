package dev.waybill.backend.aws.job;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.backend.support.Retries;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// Stores new jobs. A job with a request ID is written together with the item of the ID, so that
/// neither exists without the other.
final class Appending {

  /// What appending uses.
  record Parts(JobTable table, Numbers numbers, QueueItems queues, Capacity capacity) {}

  /// @param added collects the new jobs of the call
  private record Numbered(Draft draft, long number, Queue<JobRecord> added) {}

  private final JobTable table;
  private final Numbers numbers;
  private final QueueItems queues;
  private final Capacity capacity;
  private final Requests requests;
  private final Retries retries;
  private final Supplier<Instant> now;
  private final Consumer<List<JobRecord>> onNew;

  /// @param onNew is called with the new jobs of a call
  Appending(Parts parts, Retries retries, Supplier<Instant> now, Consumer<List<JobRecord>> onNew) {
    this.table = parts.table();
    this.numbers = parts.numbers();
    this.queues = parts.queues();
    this.capacity = parts.capacity();
    this.requests = new Requests(table);
    this.retries = retries;
    this.now = now;
    this.onNew = onNew;
  }

  /// Jobs without a request ID are written at the same time, others one after the other: two of
  /// them may have the same ID. The numbers keep the order.
  List<Appended> append(List<Draft> drafts) {
    retries.requireOpen();
    drafts.stream()
        .map(draft -> new dev.waybill.spi.QueueKey(draft.key().tenant(), draft.job().queue()))
        .distinct()
        .forEach(queues::enter);
    Queue<JobRecord> added = new ConcurrentLinkedQueue<>();
    try {
      List<Supplier<Appended>> steps = new ArrayList<>();
      for (Draft draft : drafts) {
        steps.add(step(new Numbered(draft, numbers.next(), added)));
      }
      return SideBySide.ask(steps, JobTable.WRITES_AT_ONCE, Supplier::get);
    } finally {
      onNew.accept(List.copyOf(added));
    }
  }

  /// Decides on jobs with a request ID and on room now, and leaves the other writes for later.
  private Supplier<Appended> step(Numbered one) {
    if (one.draft().job().requestId() != null) {
      Appended done = retrying(() -> named(one));
      return () -> done;
    }
    Appended refused = capacity.reserve(one.draft());
    return refused != null ? () -> refused : () -> releasing(one, () -> plain(one));
  }

  private Appended releasing(Numbered one, Supplier<Appended> writing) {
    try {
      return retrying(writing);
    } catch (RuntimeException failed) {
      capacity.add(one.draft(), -1);
      throw failed;
    }
  }

  private Appended plain(Numbered one) {
    Draft draft = one.draft();
    JobRecord record = JobRecord.create(draft, now.get(), one.number()).stamped();
    long number = numbers.begin();
    try {
      boolean isNew = table.putNew(JobItem.fresh(record, number));
      return added(one, isNew ? record : own(draft));
    } finally {
      numbers.end(number, record.key().id().toString());
    }
  }

  /// The answer to an earlier try was lost. The ID is new, so nobody else has written it.
  private JobRecord own(Draft draft) {
    return table
        .find(draft.key())
        .map(JobItem::record)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.STORE_FAILED, "the ID of the job is taken: " + draft.key().id()));
  }

  private static Appended added(Numbered one, JobRecord record) {
    one.added().add(record);
    Job job = record.job().asOf(record.job().createdAt());
    return new Appended.New(job.id(), job.state(), job.createdAt());
  }

  private Appended named(Numbered one) {
    Draft draft = one.draft();
    long start = System.nanoTime();
    while (true) {
      Optional<Requests.Entry> known = requests.find(Requests.key(draft));
      Appended repeated = known.map(entry -> repeated(one, entry)).orElse(null);
      if (repeated != null) {
        return repeated;
      }
      known.ifPresent(old -> requests.remove(Requests.key(draft), old.job()));
      Appended refused = capacity.reserve(draft);
      if (refused != null) {
        return refused;
      }
      Optional<JobRecord> written = write(one);
      if (written.isPresent()) {
        return added(one, written.get());
      }
      capacity.add(draft, -1);
      retries.pauseSince(start);
    }
  }

  /// Empty if the request ID is taken, or if DynamoDB canceled the transaction in passing.
  private Optional<JobRecord> write(Numbered one) {
    JobRecord record = JobRecord.create(one.draft(), now.get(), one.number()).stamped();
    long number = numbers.begin();
    Map<String, AttributeValue> item = JobItem.fresh(record, number);
    try {
      table.putBoth(item, Requests.item(one.draft()));
      return Optional.of(record);
    } catch (TransactionCanceledException known) {
      // An earlier try may have written the job.
      return table.find(one.draft().key()).map(JobItem::record);
    } catch (RuntimeException failed) {
      capacity.add(one.draft(), -1);
      throw failed;
    } finally {
      numbers.end(number, record.key().id().toString());
    }
  }

  /// Null if the job is gone and its request ID is not kept.
  private @Nullable Appended repeated(Numbered one, Requests.Entry known) {
    Draft draft = one.draft();
    JobId id = JobId.parse(known.job());
    Optional<JobItem> item = table.find(new JobKey(draft.key().tenant(), id));
    Requests.Retired retired = known.retired();
    boolean kept = retired != null && retired.until().isAfter(now.get());
    if (item.isEmpty() && !kept) {
      return null;
    }
    if (id.equals(draft.key().id()) && item.isPresent()) {
      capacity.add(draft, 1);
      return added(one, item.get().record());
    }
    if (!known.fingerprint().equals(Requests.fingerprint(draft))) {
      return new Appended.Conflict(id);
    }
    return item.<Appended>map(this::duplicate)
        .orElseGet(
            () ->
                new Appended.Duplicate(
                    id, java.util.Objects.requireNonNull(retired).state(), retired.createdAt()));
  }

  private Appended duplicate(JobItem item) {
    Job job = item.record().job().asOf(now.get());
    return new Appended.Duplicate(job.id(), job.state(), job.createdAt());
  }

  private <T> T retrying(Supplier<T> action) {
    long start = System.nanoTime();
    while (true) {
      try {
        return action.get();
      } catch (WaybillException failed) {
        if (failed.code() != Code.UNAVAILABLE && failed.code() != Code.THROTTLED) {
          throw failed;
        }
        retries.pauseSince(start);
      }
    }
  }
}
