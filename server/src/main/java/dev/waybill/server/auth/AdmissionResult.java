package dev.waybill.server.auth;

import java.time.Duration;

/// What the doorkeeper says to a call.
public sealed interface AdmissionResult {

  record Admitted(AdmittedCaller pass) implements AdmissionResult {}

  /// The credentials are missing or not good. Nobody is told which.
  record Unknown() implements AdmissionResult {}

  /// Too much from this side; the same call may come in after this time.
  record TooFast(Duration after) implements AdmissionResult {}

  /// Whether the credentials are good cannot be told now.
  record Undecided() implements AdmissionResult {}
}
