package dev.waybill.result;

public sealed interface SendResult permits MessageAccepted, Refused {}
