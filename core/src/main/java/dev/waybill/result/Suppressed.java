package dev.waybill.result;

import dev.waybill.message.Suppression;

/// A recipient was added to the suppression list.
public record Suppressed(Suppression suppression) implements SuppressionResult {}
