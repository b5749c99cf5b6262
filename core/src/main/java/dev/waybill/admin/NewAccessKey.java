package dev.waybill.admin;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An API key to create.
///
/// @param label its purpose
/// @param expiresAt null if it does not expire
public record NewAccessKey(Set<Scope> scopes, String label, @Nullable Instant expiresAt) {

  private static final int LABEL_LENGTH = 128;
  private static final Duration LONGEST = Duration.ofDays(36_525);

  public NewAccessKey {
    scopes = Set.copyOf(scopes);
  }

  /// Refuses an invalid key with `INVALID_ARGUMENT`.
  public void check(Instant now) {
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
