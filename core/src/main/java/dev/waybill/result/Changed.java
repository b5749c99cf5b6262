package dev.waybill.result;

import dev.waybill.Job;

/// The change is durable. Holds the job right after it.
public record Changed(Job job) implements ChangeResult {}
