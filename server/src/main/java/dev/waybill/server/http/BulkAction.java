package dev.waybill.server.http;

import dev.waybill.ChangeResult;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.wire.OperationJson.Action;
import java.util.EnumSet;
import java.util.Set;

/// What can be done to many jobs.
final class BulkAction {

  private BulkAction() {}

  /// Those of the jobs that are in a state in which it can be done.
  static JobFilter among(Action action, JobFilter filter) {
    Set<State> able =
        switch (action) {
          case CANCEL -> EnumSet.of(State.SCHEDULED, State.QUEUED, State.RUNNING);
          case RETRY -> EnumSet.complementOf(EnumSet.of(State.QUEUED, State.RUNNING));
          case REDRIVE -> EnumSet.of(State.DEAD);
        };
    able.retainAll(filter.states());
    return filter.withStates(able);
  }

  static ChangeResult on(Action action, Waybill waybill, JobId job) {
    return switch (action) {
      case CANCEL -> waybill.cancel(job);
      case RETRY -> waybill.retry(job);
      case REDRIVE -> waybill.redrive(job);
    };
  }
}
