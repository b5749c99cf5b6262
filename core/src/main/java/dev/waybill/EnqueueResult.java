package dev.waybill;

public sealed interface EnqueueResult permits Enqueued, Refused {}
