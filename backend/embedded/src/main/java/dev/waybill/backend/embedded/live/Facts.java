package dev.waybill.backend.embedded.live;

import dev.waybill.Attempt.Ending;
import dev.waybill.Failure;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.Step.Counts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The contents of log records, one record type per [FactKind], with their encoding.
///
/// BORN, MOVED and REVIVED start with a section of the mutable part (empty for BORN), followed by
/// the immutable part of [JobCodec].
public final class Facts {

  private Facts() {}

  /// A change of the ledger.
  public sealed interface LedgerChange permits Recorded, Deleted {}

  /// The progress of a job.
  public record Moved(
      State state,
      int attempt,
      Counts counts,
      long runAt,
      long updatedAt,
      boolean cancelRequested) {

    public void write(ByteWriter out) {
      out.put1(JobCodes.of(state)).putSmall(attempt).putSmall(counts.generation());
      out.putSmall(counts.errors()).putSmall(counts.crashes()).put8(runAt).put8(updatedAt);
      out.put1(cancelRequested ? 1 : 0);
    }

    public static Moved read(ByteReader in) {
      State state = JobCodes.state(in.get1());
      int attempt = in.getSmallInt();
      Counts counts = new Counts(in.getSmallInt(), in.getSmallInt(), in.getSmallInt());
      return new Moved(state, attempt, counts, in.get8(), in.get8(), in.get1() == 1);
    }
  }

  /// The mutable part of a complete job.
  public record Whole(Moved moved, LiveJob.@Nullable Running running) {

    public void write(ByteWriter out) {
      ByteWriter section = new ByteWriter(64);
      moved.write(section);
      section.put1(running == null ? 0 : 1);
      if (running != null) {
        section.putText(running.worker).put8(running.startedAt);
        section.put8(running.until).put8(running.lastEvent);
      }
      out.putBytes(section.copy());
    }

    public static @Nullable Whole read(ByteReader in) {
      if (in.getSmallInt() == 0) {
        return null;
      }
      return new Whole(Moved.read(in), in.get1() == 0 ? null : readRunning(in));
    }

    private static LiveJob.Running readRunning(ByteReader in) {
      LiveJob.Running running = new LiveJob.Running(in.getText(), in.get8(), in.get8());
      running.lastEvent = in.get8();
      return running;
    }
  }

  /// Skips the section of the mutable part.
  public static void skipWhole(ByteReader in) {
    in.skip(in.getSmallInt());
  }

  /// Jobs were leased to a worker.
  public record Leased(long at, long until, String worker, List<LeasedJob> jobs) {

    public record LeasedJob(JobId id, int attempt) {}

    public void write(ByteWriter out) {
      out.put8(at).put8(until).putText(worker).putSmall(jobs.size());
      for (LeasedJob job : jobs) {
        JobBytes.writeId(out, job.id());
        out.putSmall(job.attempt());
      }
    }

    public static Leased read(ByteReader in) {
      long at = in.get8();
      long until = in.get8();
      String worker = in.getText();
      int count = in.getSmallInt();
      List<LeasedJob> jobs = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        jobs.add(new LeasedJob(JobBytes.readId(in), in.getSmallInt()));
      }
      return new Leased(at, until, worker, jobs);
    }
  }

  public record Extended(JobId id, int attempt, long until) {

    public void write(ByteWriter out) {
      JobBytes.writeId(out, id);
      out.putSmall(attempt).put8(until);
    }

    public static Extended read(ByteReader in) {
      return new Extended(JobBytes.readId(in), in.getSmallInt(), in.get8());
    }
  }

  /// A step was applied to a job; the fields are those after the step.
  public record Stepped(
      JobId id,
      Moved moved,
      boolean front,
      @Nullable EndedAttempt ended,
      @Nullable Payload result,
      @Nullable Failure failure) {

    public long at() {
      return moved.updatedAt();
    }

    public void write(ByteWriter out) {
      JobBytes.writeId(out, id);
      moved.write(out);
      out.put1(
          (front ? 8 : 0)
              | (ended == null ? 0 : 1)
              | (result == null ? 0 : 2)
              | (failure == null ? 0 : 4));
      if (ended != null) {
        ended.write(out);
      }
      if (result != null) {
        JobBytes.writePayload(out, result);
      }
      if (failure != null) {
        JobBytes.writeFailure(out, failure);
      }
    }

    public static Stepped read(ByteReader in) {
      JobId id = JobBytes.readId(in);
      Moved moved = Moved.read(in);
      int parts = in.get1();
      EndedAttempt ended = (parts & 1) == 0 ? null : EndedAttempt.read(in);
      Payload result = (parts & 2) == 0 ? null : JobBytes.readPayload(in);
      Failure failure = (parts & 4) == 0 ? null : JobBytes.readFailure(in);
      return new Stepped(id, moved, (parts & 8) != 0, ended, result, failure);
    }
  }

  /// The attempt that a step ended.
  public record EndedAttempt(int number, String worker, long startedAt, Ending ending) {

    public void write(ByteWriter out) {
      out.putSmall(number).putText(worker).put8(startedAt).put1(JobCodes.of(ending));
    }

    public static EndedAttempt read(ByteReader in) {
      return new EndedAttempt(
          in.getSmallInt(), in.getText(), in.get8(), JobCodes.ending(in.get1()));
    }
  }

  public record Events(JobId id, int attempt, long at, List<NewEvent> events) {

    public void write(ByteWriter out) {
      JobBytes.writeId(out, id);
      out.putSmall(attempt).put8(at).putSmall(events.size());
      for (NewEvent event : events) {
        Instant time = event.at();
        out.put8(event.sequence()).putText(event.type());
        out.put8(time == null ? at : time.toEpochMilli());
        JobBytes.writePayload(out, event.data());
      }
    }

    public static Events read(ByteReader in) {
      JobId id = JobBytes.readId(in);
      int attempt = in.getSmallInt();
      long at = in.get8();
      int count = in.getSmallInt();
      List<NewEvent> events = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        events.add(
            new NewEvent(
                in.get8(),
                in.getText(),
                Instant.ofEpochMilli(in.get8()),
                JobBytes.readPayload(in)));
      }
      return new Events(id, attempt, at, events);
    }
  }

  record Paused(String tenant, String queue, boolean paused) {

    public void write(ByteWriter out) {
      out.putText(tenant).putText(queue).put1(paused ? 1 : 0);
    }

    public static Paused read(ByteReader in) {
      return new Paused(in.getText(), in.getText(), in.get1() == 1);
    }
  }

  /// A fact of the ledger and its position.
  ///
  /// @param version of the latest state that it led to; 0 if it did not change it
  public record Recorded(long position, long version, Fact fact) implements LedgerChange {

    public boolean applied() {
      return version > 0;
    }

    public void write(ByteWriter out) {
      out.putSmall(position).putSmall(version);
      writeKey(out, fact.key());
      out.putSmall(fact.attempt()).putText(fact.type()).putText(fact.state());
      out.put4(fact.rank()).put4(fact.standing()).put8(fact.at().toEpochMilli());
      JobBytes.writePayload(out, fact.data());
    }

    public static Recorded read(ByteReader in) {
      long position = in.getSmall();
      long version = in.getSmall();
      LedgerKey key = readKey(in);
      int attempt = in.getSmallInt();
      String type = in.getText();
      String state = in.getText();
      int rank = in.get4();
      int standing = in.get4();
      Instant at = Instant.ofEpochMilli(in.get8());
      Fact fact =
          Fact.of(key, attempt, type, at, JobBytes.readPayload(in))
              .withState(state)
              .withRank(rank, standing);
      return new Recorded(position, version, fact);
    }
  }

  /// The facts of a key up to a position were deleted.
  public record Deleted(LedgerKey key, long upTo) implements LedgerChange {

    public void write(ByteWriter out) {
      writeKey(out, key);
      out.put8(upTo);
    }

    public static Deleted read(ByteReader in) {
      return new Deleted(readKey(in), in.get8());
    }
  }

  /// Values that would be lost with older segments. Written at the start of each segment, and
  /// before one is dropped.
  ///
  /// @param firstSegment the oldest segment that is needed from now on
  record Base(long nextLedgerPosition, long firstSegment, List<Paused> pausedQueues) {

    static Base of(LiveState jobs, LedgerState ledger, long firstSegment) {
      List<Paused> paused =
          jobs.queues().stream()
              .filter(queue -> queue.paused)
              .map(queue -> new Paused(queue.key.tenant(), queue.key.queue(), true))
              .toList();
      return new Base(ledger.nextPosition(), firstSegment, paused);
    }

    public void write(ByteWriter out) {
      out.putSmall(nextLedgerPosition).putSmall(firstSegment).putSmall(pausedQueues.size());
      pausedQueues.forEach(queue -> queue.write(out));
    }

    public static Base read(ByteReader in) {
      long next = in.getSmall();
      long first = in.getSmall();
      int count = in.getSmallInt();
      List<Paused> paused = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        paused.add(Paused.read(in));
      }
      return new Base(next, first, paused);
    }
  }

  private static void writeKey(ByteWriter out, LedgerKey key) {
    out.putText(key.tenant()).putText(key.kind()).putText(key.id());
  }

  private static LedgerKey readKey(ByteReader in) {
    return new LedgerKey(in.getText(), in.getText(), in.getText());
  }
}
