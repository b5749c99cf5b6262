package dev.waybill.checks.violations.backend.other;

import dev.waybill.checks.violations.worker.WorkerThatKnowsABackend;

public record BackendThatKnowsAWorker(WorkerThatKnowsABackend worker) {}
