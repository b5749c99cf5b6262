package dev.waybill.result;

public sealed interface ExtendResult permits Extended, Refused {}
