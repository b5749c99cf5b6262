package dev.waybill.result;

import java.time.Duration;

/// The lease is held for at least this long from now.
///
/// @param cancelRequested someone asked for the job to stop; the worker should end it and settle
public record Extended(Duration remaining, boolean cancelRequested) implements ExtendResult {}
