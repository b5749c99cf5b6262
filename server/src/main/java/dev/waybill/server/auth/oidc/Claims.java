package dev.waybill.server.auth.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.waybill.Tenants;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.server.auth.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Maps the claims of a token with a valid signature to a caller.
final class Claims {

  private static final Duration SKEW = Duration.ofSeconds(60);

  private final OidcSettings settings;

  Claims(OidcSettings settings) {
    this.settings = settings;
  }

  Caller caller(JWTClaimsSet claims, Instant now) {
    require(settings.issuer().equals(claims.getIssuer()), "it has another issuer");
    require(claims.getAudience().contains(settings.audience()), "it is for another audience");
    Date end = claims.getExpirationTime();
    require(end != null && now.isBefore(end.toInstant().plus(SKEW)), "it has expired");
    Date start = claims.getNotBeforeTime();
    require(start == null || !now.isBefore(start.toInstant().minus(SKEW)), "it is not valid yet");
    String subject = claims.getSubject();
    require(subject != null && !subject.isBlank(), "it has no subject");
    Set<Scope> scopes = settings.roles().of(texts(find(claims, settings.claims().roles())));
    require(!scopes.isEmpty(), "no role of " + Text.quote(subject) + " allows anything");
    return new Caller(tenant(claims, subject), "oidc:" + subject, scopes);
  }

  private String tenant(JWTClaimsSet claims, String subject) {
    if (find(claims, settings.claims().tenant()) instanceof String tenant
        && Tenants.isAllowed(tenant)) {
      require(
          settings.allows(tenant),
          "auth.oidc.tenants does not include the tenant " + Text.quote(tenant));
      return tenant;
    }
    throw new Rejected("the token of " + Text.quote(subject) + " names no tenant");
  }

  /// The claim with this name, or at this path.
  private static @Nullable Object find(JWTClaimsSet claims, String name) {
    Object whole = claims.getClaim(name);
    if (whole != null) {
      return whole;
    }
    Object value = claims.getClaims();
    for (String step : name.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(step) : null;
    }
    return value;
  }

  /// A list of texts, or one text separated by blanks, as in `scope`.
  private static List<String> texts(@Nullable Object claim) {
    return switch (claim) {
      case String text -> List.of(text.split(" ", -1));
      case List<?> list ->
          list.stream().filter(String.class::isInstance).map(String.class::cast).toList();
      case null, default -> List.of();
    };
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new Rejected(otherwise);
    }
  }

  /// Why a token is rejected; for the log, not for the caller.
  static final class Rejected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Rejected(String why) {
      super(why, null, false, false);
    }
  }
}
