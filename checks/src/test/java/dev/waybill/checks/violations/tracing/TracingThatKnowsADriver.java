package dev.waybill.checks.violations.tracing;

public record TracingThatKnowsADriver(java.sql.Driver driver) {}
