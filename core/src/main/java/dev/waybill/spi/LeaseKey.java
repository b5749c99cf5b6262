package dev.waybill.spi;

/// One attempt of one job: the fence. An attempt number is never used twice.
public record LeaseKey(JobKey job, int attempt) {}
