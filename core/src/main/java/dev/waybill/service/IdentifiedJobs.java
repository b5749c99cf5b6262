package dev.waybill.service;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.result.Enqueued;

/// Enqueues jobs whose payload contains their own ID. The engine offers it to services.
public interface IdentifiedJobs {

  JobId newId();

  /// Enqueues a job with an ID from [#newId]; throws if it is refused. The job must have a request
  /// ID, so that a repeated call does not create it twice.
  Enqueued enqueue(JobId id, NewJob job);
}
