package dev.waybill;

public sealed interface ChangeResult permits Changed, Refused {}
