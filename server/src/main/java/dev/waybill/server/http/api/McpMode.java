package dev.waybill.server.http.api;

/// What clients of the Model Context Protocol may do at `/mcp`.
public enum McpMode {
  /// There is no such route.
  OFF,
  /// Read jobs, events and messages.
  READ,
  /// Also send and resend messages, and redrive jobs.
  CHANGE
}
