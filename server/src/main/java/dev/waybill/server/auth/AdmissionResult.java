package dev.waybill.server.auth;

import java.time.Duration;

/// The decision about a call.
public sealed interface AdmissionResult {

  record Admitted(AdmittedCaller pass) implements AdmissionResult {}

  /// The credentials are missing or invalid. Callers are not told which.
  record Unknown() implements AdmissionResult {}

  /// The caller exceeded a rate limit; it may call again after this time.
  record TooFast(Duration after) implements AdmissionResult {}

  /// The credentials cannot be verified at the moment.
  record Undecided() implements AdmissionResult {}
}
