package dev.waybill.runner;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/// What a [ProcessRunnerBuilder] was told.
record RunnerSettings(
    Path folder,
    int batchBytes,
    Duration batchTime,
    Duration heartbeatEvery,
    Duration killGrace,
    Duration stopGrace,
    Duration startPatience,
    Duration endPatience,
    long maxBufferedBytes,
    RunPolicy policy,
    InstantSource clock,
    SystemTools tools) {}
