package dev.waybill.checks.violations.spi;

import dev.waybill.checks.violations.engine.EngineThatKnowsADriver;

public record PortThatKnowsTheEngine(EngineThatKnowsADriver engine) {}
