package dev.waybill.backend.embedded.history;

import dev.waybill.JobId;
import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.backend.embedded.live.JobCodec;
import dev.waybill.backend.embedded.log.FrameReader;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.JobBytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A run of the log that is to be written to the history: one entry per job, regardless of the
/// number of changes.
public final class PendingFacts {

  private final Map<JobId, PendingJob> jobs = new LinkedHashMap<>();
  private final List<Facts.Events> events = new ArrayList<>();
  private final List<Facts.LedgerChange> ledger = new ArrayList<>();

  public Map<JobId, PendingJob> jobs() {
    return jobs;
  }

  List<Facts.Events> events() {
    return events;
  }

  /// In log order.
  List<Facts.LedgerChange> ledger() {
    return ledger;
  }

  int size() {
    return jobs.size() + events.size() + ledger.size();
  }

  public void add(FrameReader.Records records) {
    while (records.next()) {
      ByteReader body = records.body();
      switch (records.kind()) {
        case BORN -> born(body, records);
        case REVIVED -> revived(body, records);
        case LEASED -> leased(Facts.Leased.read(body));
        case EXTENDED -> extended(Facts.Extended.read(body));
        case STEPPED -> stepped(Facts.Stepped.read(body));
        case EVENTS -> events.add(Facts.Events.read(body));
        case RECORDED -> ledger.add(Facts.Recorded.read(body));
        case DELETED -> ledger.add(Facts.Deleted.read(body));
        case BASE, MOVED, PAUSED -> {}
      }
    }
  }

  private void born(ByteReader body, FrameReader.Records records) {
    Facts.skipWhole(body);
    byte[] unchanging = rest(body, records);
    JobCodec.Birth birth = JobCodec.read(new ByteReader(unchanging));
    job(birth.draft().key().id()).born(unchanging, birth);
  }

  private void revived(ByteReader body, FrameReader.Records records) {
    Facts.Whole whole = Facts.Whole.read(body);
    byte[] unchanging = rest(body, records);
    if (whole != null) {
      job(JobBytes.readId(new ByteReader(unchanging))).revived(unchanging, whole);
    }
  }

  private void leased(Facts.Leased fact) {
    fact.jobs().forEach(leased -> job(leased.id()).leased(fact));
  }

  private void extended(Facts.Extended fact) {
    job(fact.id()).extended(fact.until());
  }

  private void stepped(Facts.Stepped fact) {
    job(fact.id()).stepped(fact);
  }

  private PendingJob job(JobId id) {
    return jobs.computeIfAbsent(id, _ -> new PendingJob());
  }

  private static byte[] rest(ByteReader body, FrameReader.Records records) {
    return body.getRaw(records.bodyLength() - (body.at() - records.bodyAt()));
  }
}
