package dev.waybill.spi;

/// The subject of facts.
///
/// @param kind the kind of the subject, such as `message`; retention is set by kind
/// @param id its ID within its kind
public record LedgerKey(String tenant, String kind, String id) {}
