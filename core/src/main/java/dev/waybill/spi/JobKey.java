package dev.waybill.spi;

import dev.waybill.JobId;

/// The key of a job: its tenant and its ID. An ID alone finds nothing.
public record JobKey(String tenant, JobId id) {}
