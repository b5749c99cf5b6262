package dev.waybill.server.auth;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One thing that an operator did or tried to do.
///
/// @param actor the name of the caller
/// @param action what was asked for, such as `POST /v1/jobs/{id}/cancel`
/// @param target to what
/// @param detail the request, cut where it is long
/// @param outcome `done`, or the code of the reason why not
/// @param at when it had ended
public record AuditEntry(
    String actor,
    String action,
    String target,
    @Nullable String detail,
    String outcome,
    String traceId,
    Instant at) {}
