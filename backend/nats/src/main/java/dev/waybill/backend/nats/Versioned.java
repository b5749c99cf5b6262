package dev.waybill.backend.nats;

/// A record and the revision it was written as.
record Versioned(JobRecord record, long revision) {}
