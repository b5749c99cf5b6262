package dev.waybill.result;

public sealed interface ChangeResult permits Changed, Refused {}
