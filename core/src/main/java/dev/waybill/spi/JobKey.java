package dev.waybill.spi;

import dev.waybill.JobId;

/// A job inside the wall of its tenant: an id alone finds nothing.
public record JobKey(String tenant, JobId id) {}
