package dev.waybill.result;

/// The result of a bulk change.
///
/// @param changed jobs that were changed
/// @param skipped jobs that matched but changed before the action reached them
public record BulkResult(long changed, long skipped) {}
