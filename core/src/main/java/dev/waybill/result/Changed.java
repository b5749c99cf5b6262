package dev.waybill.result;

import dev.waybill.Job;

/// The change is durable; the job is shown as it was right after it.
public record Changed(Job job) implements ChangeResult {}
