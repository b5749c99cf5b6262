package dev.waybill.result;

import dev.waybill.State;

/// The outcome is durable and the lease has ended.
public record Settled(State state) implements SettleResult {}
