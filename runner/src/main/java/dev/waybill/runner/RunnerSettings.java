package dev.waybill.runner;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/// The settings of a [ProcessRunnerBuilder].
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
