package dev.waybill.engine;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.EventFeed;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.engine.feed.LiveFeed;
import dev.waybill.engine.feed.Tails;
import dev.waybill.engine.index.JobSearch;
import dev.waybill.settings.Limits;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Reads jobs, their attempts, events and payloads. Changes nothing.
final class JobReading {

  private final JobStore jobs;
  private final JobSearch search;
  private final ClaimCheck claims;
  private final Admission admission;
  private final Tails tails;

  JobReading(JobStore jobs, JobSearch search, ClaimCheck claims, Admission admission) {
    this.jobs = jobs;
    this.search = search;
    this.claims = claims;
    this.admission = admission;
    this.tails = new Tails(jobs);
  }

  Optional<Job> find(JobKey key) {
    return jobs.find(key).map(claims::readable);
  }

  InputStream openPayload(JobKey key) {
    return open(existing(key).payload());
  }

  InputStream openResult(JobKey key) {
    return existing(key)
        .result()
        .map(JobReading::open)
        .orElseThrow(
            () -> new WaybillException(Code.NOT_FOUND, "job " + key.id() + " has no result"));
  }

  private static InputStream open(Payload payload) {
    return payload.open(0, payload.size());
  }

  private Job existing(JobKey key) {
    return find(key).orElseThrow(() -> missing(key));
  }

  List<Attempt> attempts(JobKey key) {
    List<Attempt> attempts = jobs.attempts(key);
    if (attempts.isEmpty()) {
      mustExist(key);
    }
    return attempts;
  }

  Page<Job> list(String tenant, JobFilter filter, Page.Request request) {
    admission.search(filter);
    admission.page(request);
    String position = Cursors.open(tenant, filter, request.cursor());
    Page<Job> page = browse(new JobQuery(tenant, filter, request.limit(), position));
    List<Job> items = page.items().stream().map(claims::readable).toList();
    String next = Cursors.seal(tenant, filter, page.nextCursor());
    return new Page<>(items, next, page.incomplete());
  }

  /// Asks for fewer jobs if the requested ones are too large for one answer.
  private Page<Job> browse(JobQuery query) {
    Page<Job> page = JobSearch.isNeeded(query.filter()) ? search.page(query) : jobs.browse(query);
    int fitting = fitting(page.items());
    return fitting == page.items().size()
        ? page
        : browse(new JobQuery(query.tenant(), query.filter(), fitting, query.before()));
  }

  /// How many of the first jobs fit into one answer; at least one.
  private static int fitting(List<Job> items) {
    long bytes = 0;
    for (int i = 0; i < items.size(); i++) {
      Job job = items.get(i);
      bytes += job.payload().size() + job.result().map(Payload::size).orElse(0L);
      if (bytes > Limits.PAGE_BYTES && i > 0) {
        return i;
      }
    }
    return items.size();
  }

  List<JobEvent> events(JobKey key, EventCursor after, int max) {
    admission.events(after, max);
    List<JobEvent> events = jobs.read(new EventQuery(key, after, max, Duration.ZERO)).events();
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
      throw missing(key);
    }
  }

  private static WaybillException missing(JobKey key) {
    return new WaybillException(Code.NOT_FOUND, "there is no job " + key.id());
  }
}
