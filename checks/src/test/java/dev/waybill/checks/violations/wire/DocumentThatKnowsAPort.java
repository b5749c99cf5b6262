package dev.waybill.checks.violations.wire;

import dev.waybill.checks.violations.spi.PortThatKnowsTheEngine;

public record DocumentThatKnowsAPort(PortThatKnowsTheEngine port) {}
