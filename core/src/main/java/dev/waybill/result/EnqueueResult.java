package dev.waybill.result;

public sealed interface EnqueueResult permits Enqueued, Refused {}
