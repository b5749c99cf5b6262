package dev.waybill.topic;

/// A stored definition that this server cannot use, for example because an older or newer version
/// wrote it. Replace or delete it.
///
/// @param name the name of the definition; of a schema `type/version`
/// @param reason why it cannot be used
public record Unusable(String name, String reason) {}
