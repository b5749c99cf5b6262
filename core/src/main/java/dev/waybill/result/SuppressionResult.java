package dev.waybill.result;

public sealed interface SuppressionResult permits Suppressed, Refused {}
