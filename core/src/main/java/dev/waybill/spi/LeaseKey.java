package dev.waybill.spi;

/// One attempt of one job, which fences writes. An attempt number is never used twice.
public record LeaseKey(JobKey job, int attempt) {}
