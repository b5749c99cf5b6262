package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// What callers hear of failures. Where the fault is the server's, its own words may name hosts,
/// paths or what belongs to another tenant: they are for the log, and callers get a fixed text.
public final class ServerFaults {

  private ServerFaults() {}

  public static String detail(WaybillException failure) {
    return switch (failure.code()) {
      case STORE_FAILED ->
          "the store did not answer as it should; try again, and give the trace ID to the operator"
              + " if it goes on";
      case STORE_LOCKED -> "another process has locked the store";
      case CLOSED -> "the server is closing; try again";
      case INTERRUPTED -> "the call was ended before it was answered; try again";
      case DISK_FULL -> "the store has no space left";
      case NEWER_FORMAT, OLDER_FORMAT, CORRUPT ->
          "the store cannot be read; the log of the server has the details under the trace ID";
      case INVALID_ARGUMENT,
          INVALID_ID,
          INVALID_NAME,
          INVALID_DELAY,
          INVALID_RETRY_POLICY,
          INVALID_CURSOR,
          INVALID_TOKEN,
          TOO_MANY_ITEMS,
          UNKNOWN_TYPE,
          NOT_FOUND,
          WRONG_STATE,
          LEASE_LOST,
          INCOMPATIBLE_SCHEMA,
          PAYLOAD_TOO_LARGE,
          REQUEST_ID_CONFLICT,
          SCHEMA_VIOLATION,
          STORE_FULL,
          QUOTA_EXCEEDED,
          INVALID_SCHEMA ->
          String.valueOf(failure.getMessage());
    };
  }

  /// Whether the log should have the details.
  public static boolean isFault(Code code) {
    return switch (code) {
      case STORE_FAILED, STORE_LOCKED, DISK_FULL, NEWER_FORMAT, OLDER_FORMAT, CORRUPT -> true;
      case CLOSED,
          INTERRUPTED,
          INVALID_ARGUMENT,
          INVALID_ID,
          INVALID_NAME,
          INVALID_DELAY,
          INVALID_RETRY_POLICY,
          INVALID_CURSOR,
          INVALID_TOKEN,
          TOO_MANY_ITEMS,
          UNKNOWN_TYPE,
          NOT_FOUND,
          WRONG_STATE,
          LEASE_LOST,
          INCOMPATIBLE_SCHEMA,
          PAYLOAD_TOO_LARGE,
          REQUEST_ID_CONFLICT,
          SCHEMA_VIOLATION,
          STORE_FULL,
          QUOTA_EXCEEDED,
          INVALID_SCHEMA ->
          false;
    };
  }
}
