package dev.waybill.server.auth;

import java.time.Duration;

/// What the doorkeeper says to a call.
public sealed interface Entry {

  record Admitted(Pass pass) implements Entry {}

  /// The credentials are missing or not good. Nobody is told which.
  record Unknown() implements Entry {}

  /// Too much from this side; the same call may come in after this time.
  record TooFast(Duration after) implements Entry {}

  /// Whether the credentials are good cannot be told now.
  record Undecided() implements Entry {}
}
