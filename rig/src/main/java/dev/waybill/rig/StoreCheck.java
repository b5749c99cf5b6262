package dev.waybill.rig;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares an idle store with the responses that its callers got.
final class StoreCheck {

  private static final int PAGE = 1000;

  private final Waybill store;
  private final ExpectedState expected;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Job> listed = new LinkedHashMap<>();

  StoreCheck(Waybill store, ExpectedState expected) {
    this.store = store;
    this.expected = expected;
    list();
  }

  /// Checks the invariants that always hold: each of these jobs, and all jobs by the list.
  StoreCheck jobs(Collection<String> ids) {
    checkRequests();
    expected.acknowledged().stream()
        .filter(id -> !listed.containsKey(id))
        .forEach(id -> violations.add("lost: job " + id + " was acknowledged and is not listed"));
    ids.forEach(this::checkJob);
    return this;
  }

  /// Checks the invariants that hold when all jobs are finished.
  StoreCheck allEnded() {
    for (Job job : listed.values()) {
      if (!job.state().isTerminal()) {
        violations.add("job " + job.id() + " never ended: " + job.state());
      }
      checkAttempts(job);
    }
    return this;
  }

  List<String> violations() {
    return violations;
  }

  Collection<Job> listed() {
    return listed.values();
  }

  private void list() {
    @Nullable String cursor = null;
    do {
      Page<Job> page = store.list(JobFilter.ALL, new Page.Request(PAGE, cursor));
      for (Job job : page.items()) {
        if (listed.put(job.id().toString(), job) != null) {
          violations.add("job " + job.id() + " is listed twice");
        }
      }
      cursor = page.nextCursor();
    } while (cursor != null);
  }

  private void checkRequests() {
    Map<String, JobId> seen = new HashMap<>();
    for (Job job : listed.values()) {
      String payload = job.payload().text();
      String request = LoadRequests.idIn(payload);
      if (!expected.wasAsked(request)) {
        violations.add("job " + job.id() + " is there and nobody asked for it");
      } else if (!payload.equals(LoadRequests.payload(request))) {
        violations.add("job " + job.id() + " has another payload than it was given");
      }
      JobId other = seen.put(request, job.id());
      if (other != null) {
        violations.add("request " + request + " has two jobs: " + other + " and " + job.id());
      }
    }
  }

  private void checkJob(String id) {
    Optional<Job> found = store.find(JobId.parse(id));
    Job inList = listed.get(id);
    if (found.isEmpty() || inList == null) {
      if (expected.acknowledged().contains(id) || found.isPresent() != (inList != null)) {
        violations.add("job " + id + ": find says " + found + ", the list says " + inList);
      }
      return;
    }
    Job job = found.get();
    if (!isSame(job, inList)) {
      violations.add("find and list differ: " + show(job) + " and " + show(inList));
    }
    checkProgress(id, job);
    checkEvents(id, job);
  }

  private static boolean isSame(Job one, Job other) {
    boolean sameState =
        one.state() == other.state() || (one.state().isWaiting() && other.state().isWaiting());
    return sameState
        && one.attempt() == other.attempt()
        && one.progress().generation() == other.progress().generation();
  }

  private void checkProgress(String id, Job job) {
    int generation = job.progress().generation();
    if (expected.floor(id).isAbove(ExpectedState.Floor.of(job))) {
      violations.add("went back: " + show(job) + " was at " + expected.floor(id));
    }
    Optional<State> end = expected.end(id, generation);
    if (expected.lastEnded(id) > generation || (end.isPresent() && end.get() != job.state())) {
      violations.add("was brought back: " + show(job) + " had ended " + end);
    }
    if (generation > expected.revivals(id)) {
      violations.add("nobody asked for that: " + show(job) + " began again");
    }
  }

  private void checkEvents(String id, Job job) {
    Map<Integer, Long> last = new HashMap<>();
    EventCursor before = EventCursor.START;
    for (JobEvent event : store.events(job.id(), EventCursor.START, PAGE)) {
      String data = Handlers.eventData(id, event.attempt(), event.sequence());
      if (event.cursor().compareTo(before) <= 0 || !event.data().text().equals(data)) {
        violations.add("event out of place: " + event + " after " + before);
      }
      if (event.sequence() > expected.eventsAsked(id, event.attempt())) {
        violations.add("an event that nobody published: " + event);
      }
      before = event.cursor();
      last.put(event.attempt(), event.sequence());
    }
    for (int attempt = 1; attempt <= job.attempt(); attempt++) {
      if (expected.eventsPublished(id, attempt) > last.getOrDefault(attempt, -1L)) {
        violations.add("lost: events of " + show(job) + ", attempt " + attempt);
      }
    }
  }

  private void checkAttempts(Job job) {
    int before = 0;
    int completed = 0;
    for (Attempt attempt : store.attempts(job.id())) {
      if (attempt.number() <= before) {
        violations.add("attempts out of order: " + show(job));
      }
      before = attempt.number();
      completed += attempt.ending() == Attempt.Ending.COMPLETED ? 1 : 0;
    }
    if (completed > job.progress().generation() + 1) {
      violations.add("completed more often than it was begun: " + show(job));
    }
  }

  private static String show(Job job) {
    return "job %s (%s, attempt %d, generation %d)"
        .formatted(job.id(), job.state(), job.attempt(), job.progress().generation());
  }
}
