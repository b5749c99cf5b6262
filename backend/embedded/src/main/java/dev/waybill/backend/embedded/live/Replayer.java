package dev.waybill.backend.embedded.live;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.backend.embedded.log.FrameReader;
import dev.waybill.backend.embedded.log.LogRecovery;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.JobBytes;
import dev.waybill.spi.QueueKey;
import org.jspecify.annotations.Nullable;

/// Builds the live state from the log. Facts about unknown jobs are ignored: these jobs were
/// created in a dropped segment, and have finished or were written again as complete records.
public final class Replayer implements LogRecovery.Visitor {

  private final LiveState jobs;
  private final LedgerState ledger;
  private boolean outOfOrder;
  private long lastRecorded;
  private long firstSegment = 1;

  public Replayer(LiveState jobs, LedgerState ledger) {
    this.jobs = jobs;
    this.ledger = ledger;
  }

  /// The log position of the last change of the ledger.
  public long lastRecorded() {
    return lastRecorded;
  }

  /// The oldest segment that must exist: earlier ones were dropped on purpose.
  public long firstSegment() {
    return firstSegment;
  }

  /// Ends recovery: sorts the lanes, because jobs may have been added later than originally.
  public void finish() {
    if (outOfOrder) {
      jobs.sortLanes();
    }
  }

  @Override
  public void frame(long time, long segment, FrameReader.Records records) {
    jobs.advance(time);
    while (records.next()) {
      long position = SegmentedLog.position(segment, records.offset());
      ByteReader body = records.body();
      switch (records.kind()) {
        case BASE -> base(Facts.Base.read(body));
        case BORN -> born(body, position, records.bodyLength(), time);
        case MOVED -> moved(body, position, records, time);
        case REVIVED -> enterWhole(body, position, records, time);
        case LEASED -> leased(Facts.Leased.read(body));
        case EXTENDED -> extended(Facts.Extended.read(body));
        case STEPPED -> stepped(Facts.Stepped.read(body), position);
        case EVENTS -> published(Facts.Events.read(body));
        case PAUSED -> paused(Facts.Paused.read(body));
        case RECORDED -> recorded(Facts.Recorded.read(body), position);
        case DELETED -> lastRecorded = position;
      }
    }
  }

  private void recorded(Facts.Recorded fact, long position) {
    ledger.startAt(fact.position() + 1);
    lastRecorded = position;
  }

  private void base(Facts.Base base) {
    ledger.startAt(base.nextLedgerPosition());
    firstSegment = Math.max(firstSegment, base.firstSegment());
    base.pausedQueues().forEach(this::paused);
  }

  private void paused(Facts.Paused fact) {
    jobs.queue(new QueueKey(fact.tenant(), fact.queue())).paused = fact.paused();
  }

  private void born(ByteReader body, long position, int length, long time) {
    Facts.skipWhole(body);
    JobCodec.Outline outline = JobCodec.readOutline(body);
    LiveJob job = NewLiveJobs.job(jobs, outline);
    job.position = position;
    job.length = length;
    jobs.enter(job, outline, time);
  }

  private void moved(ByteReader body, long position, FrameReader.Records records, long time) {
    ByteReader ahead = records.body();
    Facts.skipWhole(ahead);
    LiveJob job = jobs.find(JobBytes.readId(ahead));
    if (job == null) {
      outOfOrder = true;
      enterWhole(body, position, records, time);
    } else {
      jobs.moved(job, position, records.bodyLength());
    }
  }

  private void enterWhole(ByteReader body, long position, FrameReader.Records records, long time) {
    Facts.Whole whole = Facts.Whole.read(body);
    if (whole == null) {
      throw new IllegalStateException("a job written whole has no moving part");
    }
    int rest = records.bodyLength() - (body.at() - records.bodyAt());
    byte[] unchanging = body.getRaw(rest);
    NewLiveJobs.enterWhole(jobs, whole, unchanging, position, records.bodyLength(), time);
  }

  private void leased(Facts.Leased fact) {
    for (Facts.Leased.LeasedJob leased : fact.jobs()) {
      LiveJob job = waiting(leased.id(), leased.attempt());
      if (job != null) {
        jobs.lease(job, new LiveJob.Running(fact.worker(), fact.at(), fact.until()));
      }
    }
  }

  private void extended(Facts.Extended fact) {
    LiveJob job = jobs.find(fact.id());
    if (job != null && job.attempt == fact.attempt()) {
      jobs.extend(job, fact.until());
    }
  }

  private void stepped(Facts.Stepped fact, long position) {
    LiveJob job = jobs.find(fact.id());
    if (job != null && !job.isTerminal()) {
      LiveSteps.apply(jobs, job, fact, position);
    }
  }

  private void published(Facts.Events fact) {
    LiveJob job = jobs.find(fact.id());
    if (job != null && job.running != null && job.attempt == fact.attempt()) {
      job.running.lastEvent = fact.events().getLast().sequence();
    }
  }

  private @Nullable LiveJob waiting(JobId id, int attempt) {
    LiveJob job = jobs.find(id);
    boolean fits = job != null && job.state == State.QUEUED && job.attempt == attempt;
    return fits ? job : null;
  }
}
