package dev.waybill.server.auth;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The credentials of a call.
///
/// @param authorization the header or metadata entry with this name
public record Credentials(@Nullable String authorization) {

  private static final String BEARER = "Bearer ";

  /// The text after `Bearer`, if the header uses that scheme.
  public Optional<String> bearer() {
    return Optional.ofNullable(authorization)
        .filter(text -> text.regionMatches(true, 0, BEARER, 0, BEARER.length()))
        .map(text -> text.substring(BEARER.length()).strip());
  }

  @Override
  public String toString() {
    return "Credentials[hidden]";
  }
}
