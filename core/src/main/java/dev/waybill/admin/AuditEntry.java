package dev.waybill.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An action of an operator, successful or not.
///
/// @param actor the name of the caller
/// @param outcome `done`, or the error code
/// @param at when it ended
/// @param repeats number of further refused calls of the same minute that this entry stands for
public record AuditEntry(
    String actor, Act act, String outcome, Origin origin, Instant at, long repeats) {

  /// @param action the requested action, such as `POST /v1/jobs/{id}/cancel`
  /// @param target the target of the action
  /// @param detail the request, truncated if it is long
  public record Act(String action, String target, @Nullable String detail) {}

  /// The call that requested the action.
  ///
  /// @param traceId ID of the call in logs and traces
  /// @param address network address of the caller, or null if it was not a call over the network
  public record Origin(String traceId, @Nullable String address) {}

  public String action() {
    return act.action();
  }

  public String target() {
    return act.target();
  }

  public @Nullable String detail() {
    return act.detail();
  }

  public String traceId() {
    return origin.traceId();
  }

  public @Nullable String address() {
    return origin.address();
  }
}
