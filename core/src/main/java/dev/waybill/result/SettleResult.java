package dev.waybill.result;

public sealed interface SettleResult permits Settled, Refused {}
