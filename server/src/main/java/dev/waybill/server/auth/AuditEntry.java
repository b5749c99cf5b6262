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
/// @param address where the call came from, or null where it came from no other program
/// @param repeats 0, or for how many refused calls of one minute this entry stands, besides the
///     first, which has an entry of its own
public record AuditEntry(
    String actor,
    String action,
    String target,
    @Nullable String detail,
    String outcome,
    String traceId,
    Instant at,
    @Nullable String address,
    long repeats) {}
