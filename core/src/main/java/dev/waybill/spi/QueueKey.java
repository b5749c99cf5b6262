package dev.waybill.spi;

public record QueueKey(String tenant, String queue) {}
