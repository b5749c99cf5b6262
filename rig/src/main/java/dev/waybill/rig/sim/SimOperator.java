package dev.waybill.rig.sim;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.result.BulkResult;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.Changed;
import dev.waybill.result.Refused;
import dev.waybill.rig.sim.oracle.ActorCall;
import dev.waybill.rig.sim.oracle.BrokenPromise;
import dev.waybill.rig.sim.oracle.TrackedJob;
import dev.waybill.rig.sim.time.Actor;
import java.util.List;

/// Cancels, retries, redrives, pauses, resumes and lists, like an operator.
final class SimOperator implements Actor {

  private static final int BUSY = 2_000;
  private static final int PAGE = 7;

  private final World world;
  private final String name;

  SimOperator(World world, int number) {
    this.world = world;
    name = "operator-" + number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long act() {
    TrackedJob job = world.trackedJobs.any(world.random);
    if (job != null) {
      switch (world.random.nextInt(10)) {
        case 0, 1, 2, 3, 4 -> change(job, anyChange());
        case 5 -> changeAll(job, anyChange());
        case 6 -> pause(job);
        case 7 -> look(job);
        case 8 -> lookAsStranger(job);
        default -> list(job.key.tenant());
      }
    }
    return 1L + world.random.nextInt(BUSY);
  }

  private ActorCall.Kind anyChange() {
    return switch (world.random.nextInt(3)) {
      case 0 -> ActorCall.Kind.CANCEL;
      case 1 -> ActorCall.Kind.RETRY;
      default -> ActorCall.Kind.REDRIVE;
    };
  }

  private void change(TrackedJob job, ActorCall.Kind kind) {
    world.log.add(name, "asks for", kind, "of job", job.number);
    ActorCall call = new ActorCall(kind, job.key.tenant());
    JobId id = job.key.id();
    boolean canceled = job.isCanceled();
    int cancels = job.cancels;
    ChangeResult answer =
        world
            .anyServer()
            .call(
                call,
                w ->
                    switch (kind) {
                      case CANCEL -> w.cancel(id);
                      case RETRY -> w.retry(id);
                      default -> w.redrive(id);
                    });
    switch (answer) {
      case Changed _ -> {
        boolean again = kind == ActorCall.Kind.CANCEL && (canceled || job.cancels > cancels);
        BrokenPromise.unless(call.moved == 1 || again, "S3", "job %d was not changed", job.number);
      }
      case Refused refused -> refused(job, call, refused);
    }
  }

  private void refused(TrackedJob job, ActorCall call, Refused refused) {
    world.log.add(name, "is told", refused.code());
    boolean known =
        refused.code() == Code.WRONG_STATE
            || (refused.code() == Code.NOT_FOUND && world.trackedJobs.isForgotten(job.key.id()));
    BrokenPromise.unless(known && call.moved == 0, "S3", "job %d: %s", job.number, refused);
  }

  private void changeAll(TrackedJob like, ActorCall.Kind kind) {
    JobFilter filter = JobFilter.ALL.withType(like.asked.type());
    JobFilter narrowed = world.oneIn(2) ? filter.withStates(State.DEAD, State.QUEUED) : filter;
    ActorCall call = new ActorCall(kind, like.key.tenant());
    long cancels = world.trackedJobs.cancels();
    BulkResult answer =
        world
            .anyServer()
            .call(
                call,
                w ->
                    switch (kind) {
                      case CANCEL -> w.cancelAll(narrowed);
                      case RETRY -> w.retryAll(narrowed);
                      default -> w.redriveAll(narrowed);
                    });
    world.log.add(name, "asks for many:", kind, answer.changed());
    long byAnybody = world.trackedJobs.cancels() - cancels;
    boolean again =
        kind == ActorCall.Kind.CANCEL
            && answer.changed() >= call.moved
            && answer.changed() <= byAnybody;
    BrokenPromise.unless(
        answer.changed() == call.moved || again, "D1", "%s: %d", answer, call.moved);
  }

  private void pause(TrackedJob like) {
    boolean pause = world.oneIn(3);
    world.log.add(name, pause ? "pauses" : "resumes", like.asked.queue());
    ActorCall call = new ActorCall(ActorCall.Kind.PAUSE, like.key.tenant());
    world
        .anyServer()
        .call(
            call,
            w -> {
              if (pause) {
                w.pause(like.asked.queue());
              } else {
                w.resume(like.asked.queue());
              }
              return like;
            });
  }

  private void look(TrackedJob job) {
    ActorCall call = new ActorCall(ActorCall.Kind.READ, job.key.tenant());
    world
        .anyServer()
        .call(
            call,
            w -> {
              w.find(job.key.id()).ifPresent(found -> PayloadCheck.check(world, found));
              return job;
            });
  }

  private void lookAsStranger(TrackedJob job) {
    String stranger = world.anyTenant() + "x";
    ActorCall call = new ActorCall(ActorCall.Kind.READ, stranger);
    boolean seen = world.anyServer().call(call, w -> w.find(job.key.id()).isPresent());
    BrokenPromise.unless(!seen, "T1", "%s sees job %d", stranger, job.number);
  }

  /// Pages through some jobs; each must appear once, newest first.
  private void list(String tenant) {
    Server server = world.anyServer();
    ActorCall call = new ActorCall(ActorCall.Kind.READ, tenant);
    Page<Job> first = server.call(call, w -> w.list(JobFilter.ALL, Page.Request.first(PAGE)));
    String cursor = first.nextCursor();
    if (cursor != null) {
      Page.Request next = Page.Request.first(PAGE).next(cursor);
      List<Job> second = server.call(call, w -> w.list(JobFilter.ALL, next)).items();
      boolean repeated = second.stream().anyMatch(first.items()::contains);
      BrokenPromise.unless(!repeated, "T1", "a job is on two pages of %s", tenant);
    }
  }
}
