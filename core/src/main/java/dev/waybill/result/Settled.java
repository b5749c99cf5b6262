package dev.waybill.result;

import dev.waybill.State;

/// The outcome is durable and the lease is over.
public record Settled(State state) implements SettleResult {}
