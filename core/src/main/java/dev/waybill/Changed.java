package dev.waybill;

/// The change is durable; the job is shown as it was right after it.
public record Changed(Job job) implements ChangeResult {}
