package dev.waybill.schedules;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.schedule.Firing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The jobs that schedules have started, found by their tags.
final class Firings {

  private static final int JOBS_FOR_STATUS = 100;

  private final Waybill waybill;

  Firings(Waybill waybill) {
    this.waybill = waybill;
  }

  List<Firing> last(String tenant, String schedule, int most) {
    List<Firing> some = page(tenant, schedule, Page.Request.first(JOBS_FOR_STATUS)).items();
    return some.subList(0, Math.min(some.size(), most));
  }

  Page<Firing> page(String tenant, String schedule, Page.Request page) {
    JobFilter filter = JobFilter.ALL.withTag(FiringTags.SCHEDULE + schedule);
    Page<Job> jobs = waybill.tenant(tenant).list(filter, page);
    return new Page<>(grouped(jobs.items()), jobs.nextCursor());
  }

  /// The jobs of one manual run.
  List<Firing> run(Plan plan, String tag) {
    JobFilter filter = JobFilter.ALL.withTag(tag);
    List<Job> jobs = waybill.tenant(plan.tenant()).list(filter, Page.Request.first(1_000)).items();
    String own = FiringTags.SCHEDULE + plan.name().name();
    return grouped(jobs.stream().filter(job -> job.tags().contains(own)).toList());
  }

  private static List<Firing> grouped(List<Job> jobs) {
    Map<String, List<Job>> byOccasion = new LinkedHashMap<>();
    for (Job job : jobs) {
      byOccasion.computeIfAbsent(occasion(job), _ -> new ArrayList<>()).add(job);
    }
    List<Firing> firings = new ArrayList<>();
    byOccasion.forEach((occasion, some) -> firings.add(firing(occasion, some)));
    return firings;
  }

  private static String occasion(Job job) {
    return job.tags().stream()
        .filter(tag -> tag.startsWith(FiringTags.SLOT) || tag.startsWith(FiringTags.RUN))
        .findFirst()
        .orElseGet(() -> FiringTags.RUN + job.id());
  }

  private static Firing firing(String occasion, List<Job> jobs) {
    Instant firedAt = jobs.stream().map(Job::createdAt).min(Instant::compareTo).orElseThrow();
    boolean byHand = occasion.startsWith(FiringTags.RUN);
    Instant slot = byHand ? firedAt : Instant.parse(occasion.substring(FiringTags.SLOT.length()));
    return new Firing(
        slot,
        byHand,
        firedAt,
        jobs.stream().map(job -> new Firing.Started(job.id(), job.queue(), job.state())).toList());
  }
}
