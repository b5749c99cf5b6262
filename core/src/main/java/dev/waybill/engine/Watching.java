package dev.waybill.engine;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.EventFeed;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Shows jobs and what was said about them. Changes nothing.
final class Watching {

  private final JobStore jobs;
  private final ClaimCheck claims;
  private final Admission admission;
  private final Tails tails;

  Watching(JobStore jobs, ClaimCheck claims, Admission admission) {
    this.jobs = jobs;
    this.claims = claims;
    this.admission = admission;
    this.tails = new Tails(jobs);
  }

  Optional<Job> find(JobKey key) {
    return jobs.find(key).map(claims::readable);
  }

  List<Attempt> attempts(JobKey key) {
    List<Attempt> attempts = jobs.attempts(key);
    if (attempts.isEmpty()) {
      mustExist(key);
    }
    return attempts;
  }

  Page<Job> list(String tenant, JobFilter filter, Page.Request request) {
    admission.filter(filter);
    admission.page(request);
    String place = Cursors.open(tenant, filter, request.cursor());
    Page<Job> page = jobs.browse(new JobQuery(tenant, filter, request.limit(), place));
    List<Job> items = page.items().stream().map(claims::readable).toList();
    return new Page<>(items, Cursors.seal(tenant, filter, page.nextCursor()));
  }

  List<JobEvent> events(JobKey key, EventCursor after, int max) {
    admission.events(after, max);
    List<JobEvent> events = jobs.read(new EventQuery(key, after, max, Duration.ZERO));
    if (events.isEmpty()) {
      mustExist(key);
    }
    return events;
  }

  EventFeed follow(JobKey key, EventCursor after) {
    admission.events(after, 1);
    mustExist(key);
    return new LiveFeed(tails, key, after);
  }

  private void mustExist(JobKey key) {
    if (jobs.find(key).isEmpty()) {
      throw new WaybillException(Code.NOT_FOUND, "there is no job " + key.id());
    }
  }
}
