package dev.waybill.spi;

/// What facts are about.
///
/// @param kind what sort of thing it is, such as `message`; retention is set by kind
/// @param id which one of its kind
public record LedgerKey(String tenant, String kind, String id) {}
