package dev.waybill;

public sealed interface PublishResult permits Published, Refused {}
