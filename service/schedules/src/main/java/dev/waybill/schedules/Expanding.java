package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Action;
import java.util.ArrayList;
import java.util.List;

/// Determines the jobs of a firing.
final class Expanding {

  private final Expansion events;

  Expanding(Expansion events) {
    this.events = events;
  }

  List<NewJob> jobs(PendingFiring firing) {
    return switch (firing.plan().schedule().action()) {
      case Action.StartJob start -> List.of(job(firing, start.template()));
      case Action.PublishEvent event -> deliveries(firing, event);
    };
  }

  private static NewJob job(PendingFiring firing, NewJob template) {
    String id = firing.requestId();
    String given = template.correlationId();
    NewJob.Builder job = template.toBuilder().requestId(id);
    return firing.marked(job.correlationId(given == null ? id : given).build());
  }

  private List<NewJob> deliveries(PendingFiring firing, Action.PublishEvent event) {
    String id = firing.requestId();
    String schedule = firing.plan().name().name();
    List<NewJob> jobs = new ArrayList<>();
    for (NewJob job :
        expanded(firing, event, new Expansion.Occasion(schedule, id, firing.slot(), id))) {
      String own = job.requestId();
      String unique = own == null ? id + ":" + jobs.size() : own;
      jobs.add(firing.marked(job.toBuilder().requestId(unique).build()));
    }
    return jobs;
  }

  /// An error in one topic must not block all schedules.
  private List<NewJob> expanded(
      PendingFiring firing, Action.PublishEvent event, Expansion.Occasion occasion) {
    try {
      return events.expand(firing.plan().tenant(), event, occasion);
    } catch (WaybillException refused) {
      throw refused;
    } catch (RuntimeException failed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "cannot publish the event: " + failed, failed);
    }
  }
}
