package dev.waybill;

public sealed interface SettleResult permits Settled, Refused {}
