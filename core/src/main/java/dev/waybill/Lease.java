package dev.waybill;

import java.time.Duration;

/// One job, handed to one worker.
///
/// @param leaseDuration how long the lease lasts from the moment it was given
public record Lease(Job job, TaskToken token, Duration leaseDuration) {}
