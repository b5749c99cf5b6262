package dev.waybill.wire;

import dev.waybill.result.FieldError;
import java.util.List;

/// Why a call was refused or failed, as an RFC 9457 problem document.
///
/// @param code one of `dev.waybill.Code` in lower case, or one that only HTTP has
/// @param errors the invalid fields of the request, if any
public record Problem(
    int status,
    String code,
    String detail,
    String traceId,
    boolean retryable,
    List<FieldError> errors) {

  private static final String TYPES = "https://waybill.dev/problems/";

  public String type() {
    return TYPES + code;
  }

  public String title() {
    String words = code.replace('_', ' ');
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}
