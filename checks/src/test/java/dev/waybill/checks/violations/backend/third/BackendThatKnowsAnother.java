package dev.waybill.checks.violations.backend.third;

import dev.waybill.checks.violations.backend.other.BackendThatKnowsAWorker;

public record BackendThatKnowsAnother(BackendThatKnowsAWorker other) {}
