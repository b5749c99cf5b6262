package dev.waybill.rig.sim;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.engine.index.CatalogProjector;
import dev.waybill.rig.sim.oracle.ActorCall;
import dev.waybill.rig.sim.oracle.BrokenPromise;
import dev.waybill.rig.sim.oracle.TrackedJob;
import dev.waybill.spi.Catalog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks everything at the end, through the API.
final class FinalCheck {

  private static final int MANY = 1_000;

  private final World world;

  FinalCheck(World world) {
    this.world = world;
  }

  void run() {
    for (int tenant = 0; tenant < world.plan.tenants(); tenant++) {
      ActorCall call = new ActorCall(ActorCall.Kind.READ, "tenant-" + tenant);
      world
          .servers
          .getFirst()
          .call(
              call,
              waybill -> {
                check(waybill, call.tenant);
                return call;
              });
    }
    catalogCanBeRebuilt();
  }

  private void check(Waybill waybill, String tenant) {
    Set<Job> listed = list(waybill);
    int expected = 0;
    for (TrackedJob job : world.trackedJobs.all()) {
      if (job.key.tenant().equals(tenant)) {
        expected++;
        check(waybill, job);
      }
    }
    BrokenPromise.unless(
        listed.size() == expected, "E1", "%d jobs are listed, not %d", listed.size(), expected);
    waybill.stats().forEach(stats -> checkStats(tenant, stats));
  }

  private void check(Waybill waybill, TrackedJob job) {
    Job found = waybill.find(job.key.id()).orElseThrow();
    PayloadCheck.check(world, found);
    BrokenPromise.unless(
        Objects.equals(words(found.progress().failure()), words(job.failure)),
        "D1",
        "job %d: the last error is another one",
        job.number);
    List<Attempt> attempts = waybill.attempts(job.key.id());
    BrokenPromise.unless(
        attempts.stream().map(FinalCheck::words).toList().equals(expected(job)),
        "D1",
        "job %d: %s, not %s",
        job.number,
        attempts,
        job.attempts);
    waybill.events(job.key.id(), EventCursor.START, MANY);
  }

  private static List<String> expected(TrackedJob job) {
    return job.attempts.stream().map(FinalCheck::words).toList();
  }

  private static String words(Attempt attempt) {
    return attempt.number()
        + attempt.worker()
        + attempt.ending()
        + attempt.startedAt()
        + words(attempt.failure());
  }

  private static String words(@Nullable Failure failure) {
    return failure == null ? "" : failure.errorClass() + failure.message();
  }

  private static Set<Job> list(Waybill waybill) {
    Set<Job> all = new HashSet<>();
    Page.Request request = Page.Request.first(MANY);
    String cursor;
    do {
      Page<Job> page = waybill.list(JobFilter.ALL, request);
      all.addAll(page.items());
      cursor = page.nextCursor();
      request = cursor == null ? request : request.next(cursor);
    } while (cursor != null);
    return all;
  }

  private void checkStats(String tenant, QueueStats stats) {
    long dead =
        world.trackedJobs.all().stream()
            .filter(job -> job.state == State.DEAD && job.key.tenant().equals(tenant))
            .filter(job -> job.asked.queue().equals(stats.queue()))
            .count();
    boolean right =
        stats.waiting() + stats.running() + stats.scheduled() == 0 && stats.dead() == dead;
    BrokenPromise.unless(right, "D1", "%s, with %d dead", stats, dead);
  }

  /// Checks that the catalog, projected step by step with failures, equals a rebuild (R2).
  private void catalogCanBeRebuilt() {
    CatalogProjector projector = FactWriter.projector(world.servers.getFirst());
    while (projector.projectSome() > 0) {
      world.log.add("catalog", "catches up");
    }
    List<Catalog.Entry> before = entries();
    projector.rebuild(_ -> {});
    BrokenPromise.unless(before.equals(entries()), "R2", "a rebuild gives another catalog");
  }

  private List<Catalog.Entry> entries() {
    List<Catalog.Entry> all = new ArrayList<>();
    for (int tenant = 0; tenant < world.plan.tenants(); tenant++) {
      Catalog.Search search =
          new Catalog.Search("tenant-" + tenant, FactWriter.KIND, Map.of(), null, MANY, null);
      all.addAll(world.catalog.search(search).items());
    }
    return all;
  }
}
