package dev.waybill;

public sealed interface ExtendResult permits Extended, Refused {}
