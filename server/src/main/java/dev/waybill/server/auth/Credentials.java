package dev.waybill.server.auth;

import org.jspecify.annotations.Nullable;

/// What a call says about who is calling.
///
/// @param authorization the header or metadata entry of that name
public record Credentials(@Nullable String authorization) {

  @Override
  public String toString() {
    return "Credentials[hidden]";
  }
}
