package dev.waybill.checks.violations.events;

import dev.waybill.checks.violations.server.http.ServerThatKnowsABackend;

public record ServiceThatKnowsAServer(ServerThatKnowsABackend server) {}
