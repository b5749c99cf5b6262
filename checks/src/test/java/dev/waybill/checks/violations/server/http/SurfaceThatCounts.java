package dev.waybill.checks.violations.server.http;

import io.opentelemetry.api.metrics.LongCounter;

public record SurfaceThatCounts(LongCounter calls) {}
