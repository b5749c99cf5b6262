package dev.waybill.result;

public sealed interface PublishResult permits Published, Refused {}
