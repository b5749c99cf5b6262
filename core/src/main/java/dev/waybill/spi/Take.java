package dev.waybill.spi;

import java.time.Duration;

/// A request for leases; see `LeaseRequest` for the parts.
public record Take(QueueKey queue, String worker, int max, Duration hold, Duration patience) {}
