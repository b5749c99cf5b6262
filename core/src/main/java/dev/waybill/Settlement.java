package dev.waybill;

/// A worker's word on one attempt.
public record Settlement(TaskToken token, Outcome outcome) {}
