package dev.waybill.engine;

import dev.waybill.Capabilities;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.SearchTerm;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Validates requests before anything is stored. A refusal is a [WaybillException] that states the
/// rule.
final class Admission {

  private final Settings settings;
  private final Capabilities capabilities;

  Admission(Settings settings, Capabilities capabilities) {
    this.settings = settings;
    this.capabilities = capabilities;
  }

  void tenant(String name) {
    Checks.name("tenant", name);
    Checks.check(
        Tenants.isAllowed(name),
        Code.INVALID_NAME,
        "the tenant name \"" + Tenants.SYSTEM + "\" is reserved for Waybill");
  }

  void queue(String name) {
    Checks.name("queue", name);
  }

  void jobs(int count) {
    Checks.count("jobs", count, Limits.JOBS_PER_CALL);
  }

  void job(NewJob job) {
    queue(job.queue());
    type(job.type());
    Checks.size("the payload", job.payload().size(), settings.maxPayloadBytes());
    for (JobText text : JobText.values()) {
      Checks.text(text.label(), text.of(job), text.longest());
    }
    Checks.count("tags", job.tags().size(), Limits.TAGS);
    for (String tag : job.tags()) {
      Checks.text("tag", tag, Limits.TAG_LENGTH);
    }
    times(job);
  }

  void lease(LeaseRequest request) {
    queue(request.queue());
    Checks.name("worker", request.worker());
    Checks.number("max", request.max(), 1, Limits.LEASES_PER_CALL);
    Duration leaseDuration = request.leaseDuration();
    if (leaseDuration != null) {
      leaseDuration(leaseDuration);
    }
    Checks.duration(
        Code.INVALID_ARGUMENT, "patience", request.patience(), Duration.ZERO, Limits.MAX_WAIT);
  }

  void leaseDuration(Duration leaseDuration) {
    Checks.duration(
        Code.INVALID_ARGUMENT,
        "lease_duration",
        leaseDuration,
        Limits.MIN_LEASE_DURATION,
        Limits.MAX_LEASE_DURATION);
  }

  void leases(int count) {
    Checks.count("leases", count, Limits.LEASES_PER_CALL);
  }

  void outcome(Outcome outcome) {
    switch (outcome) {
      case Outcome.Done done ->
          Checks.size("the result", done.result().size(), settings.maxPayloadBytes());
      case Outcome.Retry retry -> delay(retry.delay());
      case Outcome.Snooze snooze -> delay(snooze.delay());
      case Outcome.Fail _, Outcome.Reject _, Outcome.Release _ -> {}
    }
  }

  void events(List<NewEvent> events) {
    Checks.count("events", events.size(), Limits.EVENTS_PER_CALL);
    for (NewEvent event : events) {
      Checks.name("event type", event.type());
      Checks.check(
          event.sequence() >= 0,
          Code.INVALID_ARGUMENT,
          "sequence must be 0 or more; it is " + event.sequence());
      Checks.size("the data of an event", event.data().size(), Limits.EVENT_BYTES);
      time(Code.INVALID_ARGUMENT, "the time of an event", event.at());
    }
  }

  void events(EventCursor after, int max) {
    Checks.check(
        after.attempt() >= 0 && after.sequence() >= -1,
        Code.INVALID_CURSOR,
        "an event cursor needs an attempt of 0 or more and a sequence of -1 or more; it is "
            + after);
    Checks.number("max", max, 1, Limits.PAGE_SIZE);
  }

  void page(Page.Request page) {
    Checks.number("limit", page.limit(), 1, Limits.PAGE_SIZE);
  }

  /// Validates a filter and the words of a search.
  void search(JobFilter filter) {
    filter(filter);
    String words = filter.words();
    if (words != null) {
      capabilities.requireSearch();
      Checks.text("words", words, Limits.SEARCH_LENGTH);
      int terms = SearchTerm.parse(words).size();
      Checks.check(
          terms > 0 && terms <= Limits.SEARCH_TERMS,
          Code.INVALID_ARGUMENT,
          "a search must have 1 to " + Limits.SEARCH_TERMS + " words");
    }
  }

  void filter(JobFilter filter) {
    capabilities.requireListing(filter);
    if (filter.failureGroup() != null) {
      capabilities.requireSearch();
      Checks.text("failure group", filter.failureGroup(), Limits.TAG_LENGTH);
    }
    if (filter.queue() != null) {
      queue(filter.queue());
    }
    if (filter.type() != null) {
      Checks.name("type", filter.type());
    }
    Checks.text("tag", filter.tag(), Limits.TAG_LENGTH);
    filter.texts().forEach((text, value) -> Checks.text(text.label(), value, text.longest()));
    time(Code.INVALID_ARGUMENT, "created from", filter.createdFrom());
    time(Code.INVALID_ARGUMENT, "created before", filter.createdBefore());
  }

  private void type(String type) {
    Checks.name("type", type);
    if (settings.onlyKnownTypes() && !settings.types().containsKey(type)) {
      throw new WaybillException(
          Code.UNKNOWN_TYPE,
          "type "
              + Text.quote(type)
              + " is unknown; known types are "
              + new TreeSet<>(settings.types().keySet()));
    }
  }

  private void times(NewJob job) {
    delay(job.delay());
    Checks.check(
        job.delay().isZero() || job.runAt() == null,
        Code.INVALID_DELAY,
        "set either a delay or run_at, not both");
    time(Code.INVALID_DELAY, "run_at", job.runAt());
    time(Code.INVALID_ARGUMENT, "the deadline", job.deadline());
    Duration timeout = job.timeout();
    if (timeout != null) {
      Checks.duration(
          Code.INVALID_ARGUMENT, "timeout", timeout, Limits.MIN_TIMEOUT, Limits.MAX_TIMEOUT);
    }
  }

  private static void delay(@Nullable Duration delay) {
    if (delay != null) {
      Checks.duration(Code.INVALID_DELAY, "delay", delay, Duration.ZERO, Limits.MAX_DELAY);
    }
  }

  private void time(Code code, String what, @Nullable Instant time) {
    if (time == null) {
      return;
    }
    Instant latest = settings.clock().instant().plus(Limits.MAX_DELAY);
    Checks.check(
        !time.isBefore(Instant.EPOCH) && !time.isAfter(latest),
        code,
        what + " must be between 1970 and a hundred years from now; it is " + time);
  }
}
