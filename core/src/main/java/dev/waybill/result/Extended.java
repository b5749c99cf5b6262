package dev.waybill.result;

import java.time.Duration;

/// The lease lasts at least this long from now.
///
/// @param cancelRequested whether the job was asked to stop; the worker should end it and settle
public record Extended(Duration remaining, boolean cancelRequested) implements ExtendResult {}
