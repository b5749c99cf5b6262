package dev.waybill.checks.violations.server.auth;

import dev.waybill.checks.violations.server.http.ServerThatKnowsABackend;

public record CallerThatKnowsAServer(ServerThatKnowsABackend server) {}
