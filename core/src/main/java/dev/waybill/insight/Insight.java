package dev.waybill.insight;

import dev.waybill.JobId;
import java.util.List;

/// Answers what happens to the jobs of a tenant and why. Every answer has a limited size and cost.
///
/// Series, rates and workers are those of one server, which counts its own calls only. Series
/// survive a restart of it.
public interface Insight {

  /// Failed and dead jobs in groups of the same error, the latest first.
  Failures failures(FailureQuery query);

  Series series(SeriesQuery query);

  /// Workers that used this server in the last minutes, the latest first.
  List<LiveWorker> workers();

  /// Why a job is where it is. Refused with [Code#NOT_FOUND] if there is no such job.
  JobExplanation explain(JobId id);
}
