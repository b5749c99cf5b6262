package dev.waybill.checks.violations;

import dev.waybill.checks.violations.spi.PortThatKnowsTheEngine;

record WordThatKnowsAPort(PortThatKnowsTheEngine port) {}
