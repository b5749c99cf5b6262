package dev.waybill;

/// The signed, opaque token of one attempt. Its bearer may extend the lease, publish events and
/// settle the attempt.
public record TaskToken(String value) {

  @Override
  public String toString() {
    return "TaskToken[hidden]";
  }
}
