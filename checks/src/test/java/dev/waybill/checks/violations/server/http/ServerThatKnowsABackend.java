package dev.waybill.checks.violations.server.http;

import dev.waybill.checks.violations.backend.other.BackendThatKnowsAWorker;

public record ServerThatKnowsABackend(BackendThatKnowsAWorker backend) {}
