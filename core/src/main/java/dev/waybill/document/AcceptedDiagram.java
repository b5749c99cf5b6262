package dev.waybill.document;

/// A diagram whose record and job are durable.
///
/// @param duplicate whether the request ID was known: this is the earlier diagram
public record AcceptedDiagram(Diagram diagram, boolean duplicate) {}
