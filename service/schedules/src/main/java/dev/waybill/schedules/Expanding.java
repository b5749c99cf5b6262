package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Action;
import java.util.ArrayList;
import java.util.List;

/// Says which jobs a firing starts.
final class Expanding {

  private final Expansion events;

  Expanding(Expansion events) {
    this.events = events;
  }

  List<NewJob> jobs(PendingFiring shot) {
    return switch (shot.plan().schedule().action()) {
      case Action.StartJob start -> List.of(job(shot, start.template()));
      case Action.PublishEvent event -> deliveries(shot, event);
    };
  }

  private static NewJob job(PendingFiring shot, NewJob template) {
    String id = shot.requestId();
    String given = template.correlationId();
    NewJob.Builder job = template.toBuilder().requestId(id);
    return shot.marked(job.correlationId(given == null ? id : given).build());
  }

  private List<NewJob> deliveries(PendingFiring shot, Action.PublishEvent event) {
    String id = shot.requestId();
    String schedule = shot.plan().name().name();
    List<NewJob> jobs = new ArrayList<>();
    for (NewJob job :
        expanded(shot, event, new Expansion.Occasion(schedule, id, shot.slot(), id))) {
      String own = job.requestId();
      String unique = own == null ? id + ":" + jobs.size() : own;
      jobs.add(shot.marked(job.toBuilder().requestId(unique).build()));
    }
    return jobs;
  }

  /// A mistake in one topic must not hold up all schedules.
  private List<NewJob> expanded(
      PendingFiring shot, Action.PublishEvent event, Expansion.Occasion occasion) {
    try {
      return events.expand(shot.plan().tenant(), event, occasion);
    } catch (WaybillException refused) {
      throw refused;
    } catch (RuntimeException failed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "the event could not be published: " + failed, failed);
    }
  }
}
