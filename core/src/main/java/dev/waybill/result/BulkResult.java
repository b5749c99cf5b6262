package dev.waybill.result;

/// What a change by filter did.
///
/// @param changed jobs that were changed
/// @param skipped jobs that matched but had moved on by the time their turn came
public record BulkResult(long changed, long skipped) {}
