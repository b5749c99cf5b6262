package dev.waybill.checks.violations.engine;

import java.sql.Connection;

public record EngineThatKnowsADriver(Connection connection) {}
