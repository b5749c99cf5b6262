package dev.waybill.topic;

import dev.waybill.JobId;

/// The copy of an event that one queue got: a job like any other.
///
/// @param duplicate the queue had it already
public record Delivery(String subscription, String queue, JobId job, boolean duplicate) {}
