package dev.waybill.server.http;

import dev.waybill.JobFilter;
import dev.waybill.wire.OperationJson.Action;
import dev.waybill.wire.OperationRequestJson;

/// A change of all jobs that match.
///
/// @param filter only jobs in a state in which they can be changed so
/// @param ratePerSecond maximum number of jobs per second; 0 for no limit
record OperationRequest(Action action, JobFilter filter, int ratePerSecond) {

  static OperationRequest of(OperationRequestJson asked) {
    Integer rate = asked.rate();
    return new OperationRequest(
        asked.action(), BulkAction.among(asked.action(), asked.filter()), rate == null ? 0 : rate);
  }
}
