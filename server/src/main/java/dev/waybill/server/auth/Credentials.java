package dev.waybill.server.auth;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The credentials of a call.
///
/// @param authorization the header or metadata entry with this name
/// @param session the secret of a session of the console; counts only without `authorization`
public record Credentials(@Nullable String authorization, @Nullable String session) {

  private static final String BEARER = "Bearer ";

  public Credentials(@Nullable String authorization) {
    this(authorization, null);
  }

  /// The session, if there is no other credential.
  public Optional<String> onlySession() {
    return authorization == null ? Optional.ofNullable(session) : Optional.empty();
  }

  /// All of it as one text; empty if there is nothing.
  String text() {
    return authorization != null ? authorization : session == null ? "" : "Session " + session;
  }

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
