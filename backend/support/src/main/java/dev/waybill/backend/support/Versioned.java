package dev.waybill.backend.support;

/// A record and the revision it was written as.
record Versioned(JobRecord record, long revision) {}
