package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// Messages for callers about failures. The message of a failed store may name hosts, paths or data
/// of another tenant: it goes to the log, and callers get a fixed text.
public final class ServerFaults {

  private ServerFaults() {}

  public static String detail(WaybillException failure) {
    return switch (failure.code().kind()) {
      case CALL, LIMIT -> String.valueOf(failure.getMessage());
      case OUTAGE ->
          "the server or its store is not available; a write may have been applied: retry it with"
              + " the same request ID";
      case STORE -> "the store failed; the log of the server has the details under the trace ID";
    };
  }

  /// Whether the details are logged.
  public static boolean isLogged(Code code) {
    return code.kind() == Code.Kind.STORE || code == Code.UNAVAILABLE;
  }
}
