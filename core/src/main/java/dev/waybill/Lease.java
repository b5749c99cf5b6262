package dev.waybill;

import java.time.Duration;

/// A job that is leased to a worker.
///
/// @param leaseDuration how long the lease lasts, counted from the moment it began
public record Lease(Job job, TaskToken token, Duration leaseDuration) {}
