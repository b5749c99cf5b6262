package dev.waybill;

/// The right to one attempt of one job, opaque and signed. Whoever shows it may extend, publish
/// and settle.
public record TaskToken(String value) {

  @Override
  public String toString() {
    return "TaskToken[hidden]";
  }
}
