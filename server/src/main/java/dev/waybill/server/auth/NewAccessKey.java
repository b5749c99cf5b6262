package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.Tenants;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A key that somebody asks for.
///
/// @param expiresAt null where it shall not expire
public record NewAccessKey(
    String tenant, Set<Scope> scopes, String label, @Nullable Instant expiresAt) {

  private static final int LABEL_LENGTH = 128;
  private static final Duration LONGEST = Duration.ofDays(36_525);

  public NewAccessKey {
    scopes = Set.copyOf(scopes);
  }

  public NewAccessKey of(String owner) {
    return new NewAccessKey(owner, scopes, label, expiresAt);
  }

  void check(Instant now) {
    if (!Tenants.isAllowed(tenant)) {
      throw new WaybillException(
          Code.INVALID_NAME, Text.quote(tenant) + " cannot be the name of a tenant");
    }
    require(!scopes.isEmpty(), "a key needs at least one scope");
    boolean isLine = label.chars().noneMatch(Character::isISOControl) && Text.isStorable(label);
    require(
        !label.isBlank() && label.length() <= LABEL_LENGTH && isLine,
        "label must be 1 to " + LABEL_LENGTH + " characters on one line");
    require(
        expiresAt == null || (expiresAt.isAfter(now) && expiresAt.isBefore(now.plus(LONGEST))),
        "a key must expire in the future and within a hundred years");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}
