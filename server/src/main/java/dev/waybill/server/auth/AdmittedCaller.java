package dev.waybill.server.auth;

import java.util.function.BooleanSupplier;

/// A caller that was admitted. A long call checks [#isValid] repeatedly, so that it ends with its
/// credential.
public final class AdmittedCaller {

  private final Caller caller;
  private final BooleanSupplier valid;

  AdmittedCaller(Caller caller, BooleanSupplier valid) {
    this.caller = caller;
    this.valid = valid;
  }

  public Caller caller() {
    return caller;
  }

  /// Returns false if the credential was revoked, has expired, or has other scopes now.
  public boolean isValid() {
    return valid.getAsBoolean();
  }
}
