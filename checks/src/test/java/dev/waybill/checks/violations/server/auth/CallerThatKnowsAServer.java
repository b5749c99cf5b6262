package dev.waybill.checks.violations.server.auth;

import dev.waybill.checks.violations.server.ServerThatKnowsABackend;

public record CallerThatKnowsAServer(ServerThatKnowsABackend server) {}
