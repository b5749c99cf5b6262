package dev.waybill.documents.upload;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import org.jspecify.annotations.Nullable;

/// Checks the names in requests.
public final class RequestChecks {

  private static final String SESSION = "[A-Za-z0-9][A-Za-z0-9._-]{0,127}";

  private RequestChecks() {}

  public static void checkSession(String session) {
    if (!session.matches(SESSION)) {
      throw new WaybillException(
          Code.INVALID_NAME,
          "session %s is invalid: use letters, digits, '.', '_' and '-' (at most 128 characters)"
              .formatted(Text.quote(session)));
    }
  }

  public static void checkRequestId(@Nullable String id) {
    if (id != null && (id.isBlank() || id.length() > Limits.KEY_LENGTH || !Text.isStorable(id))) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a request ID must have 1 to " + Limits.KEY_LENGTH + " characters");
    }
  }
}
