package dev.waybill.checks.violations.worker;

import dev.waybill.checks.violations.backend.other.BackendThatKnowsAWorker;

public record WorkerThatKnowsABackend(BackendThatKnowsAWorker backend) {}
