package dev.waybill.backend.support;

/// A record and its revision.
record Versioned(JobRecord record, long revision) {}
