package dev.waybill.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One thing that an operator did or tried to do.
///
/// @param actor the name of the caller
/// @param action the requested action, such as `POST /v1/jobs/{id}/cancel`
/// @param target the target of the action
/// @param detail the request, truncated if it is long
/// @param outcome `done`, or the error code
/// @param at when it ended
/// @param address network address of the caller, or null if it was not a call over the network
/// @param repeats number of further refused calls of the same minute that this entry stands for
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
