package dev.waybill.topic;

import dev.waybill.JobId;

/// The copy of an event for one queue: an ordinary job.
///
/// @param duplicate whether the queue already had this event
public record Delivery(String subscription, String queue, JobId job, boolean duplicate) {}
