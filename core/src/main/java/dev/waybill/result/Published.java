package dev.waybill.result;

/// The events are durable.
///
/// @param added events that were new
/// @param repeated events that had been published before and were not changed
public record Published(int added, int repeated) implements PublishResult {}
