package dev.waybill.server.auth;

import java.util.function.BooleanSupplier;

/// A caller that was admitted, and the question whether it still would be: a call that goes on for
/// long asks it again and again, so that it ends with its credential.
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

  /// False where the credential was revoked, has expired, or now allows something else.
  public boolean isValid() {
    return valid.getAsBoolean();
  }
}
