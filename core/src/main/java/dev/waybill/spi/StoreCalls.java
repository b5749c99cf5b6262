package dev.waybill.spi;

/// How often a store has called an operation of a service, since it was opened.
///
/// @param service such as `DynamoDB`
/// @param operation such as `PutItem`
/// @param calls requests, retries included
/// @param throttled requests that the service refused because there were too many
/// @param batchRetries batches of which the service left a part, which was sent again
public record StoreCalls(
    String service, String operation, long calls, long throttled, long batchRetries) {}
