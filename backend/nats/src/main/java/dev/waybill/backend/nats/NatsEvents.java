package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.EVENTS;

import dev.waybill.backend.nats.SubjectWrites.Purge;
import dev.waybill.backend.nats.SubjectWrites.Put;
import dev.waybill.backend.support.EventTable;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.spi.JobKey;
import java.util.List;
import java.util.Optional;

/// The stream of events: a subject for each job, a message for each batch.
record NatsEvents(SubjectWrites wire) implements EventTable {

  @Override
  public Written append(JobKey job, long expected, byte[] batch) {
    return wire.write(Put.of(EVENTS, JobSubjects.events(job), expected, batch));
  }

  @Override
  public long batchBytes(JobKey job) {
    return Math.min(EventTable.super.batchBytes(job), wire.room(JobSubjects.events(job)));
  }

  @Override
  public Optional<Held> last(JobKey job) {
    return wire.read(EVENTS, JobSubjects.events(job));
  }

  @Override
  public Optional<Held> next(JobKey job, long from) {
    return wire.next(EVENTS, JobSubjects.events(job), from);
  }

  @Override
  public void removeAll(List<JobKey> jobs) {
    wire.purgeAll(
        jobs.stream()
            .map(job -> new Purge(EVENTS, JobSubjects.events(job), Purge.EVERYTHING))
            .toList());
  }
}
