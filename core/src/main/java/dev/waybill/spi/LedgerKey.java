package dev.waybill.spi;

public record LedgerKey(String tenant, String name) {}
