package dev.waybill.worker.process;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a [ProcessRunnerBuilder] was told.
///
/// @param allowedCommands the only commands that may be run, or null for any
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
    @Nullable Set<String> allowedCommands,
    InstantSource clock,
    SystemTools tools) {}
