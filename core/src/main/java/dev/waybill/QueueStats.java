package dev.waybill;

import java.time.Duration;

/// A queue at one moment.
///
/// @param oldestWaitingAge how long the oldest job that could start has been able to; zero where
///     none waits
public record QueueStats(
    String queue,
    boolean paused,
    long waiting,
    long running,
    long scheduled,
    long dead,
    Duration oldestWaitingAge) {}
