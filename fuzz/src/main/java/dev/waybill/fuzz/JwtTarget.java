package dev.waybill.fuzz;

import dev.waybill.server.auth.Credentials;
import dev.waybill.server.auth.oidc.OidcSettings;
import dev.waybill.server.auth.oidc.OidcTokens;
import dev.waybill.server.auth.oidc.RoleMapping;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Tokens of an OpenID Connect issuer: the first part selects either a whole token as text, or a
/// header and claims that are signed with the issuer's key. Any token may be rejected.
final class JwtTarget implements FuzzTarget {

  /// Each rejected token is logged; logging would take most of the time of a campaign.
  private static final Logger QUIET = Logger.getLogger("dev.waybill.server.auth");

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2027-01-01T00:00:00Z"));

  private final FixedIssuer issuer = new FixedIssuer();
  private final OidcTokens tokens = OidcTokens.of(settings(issuer.keysAt()), CLOCK);

  JwtTarget() {
    QUIET.setLevel(Level.WARNING);
  }

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 3);
    boolean whole = Input.choice(parts.get(0), List.of(true, false));
    String token = whole ? Input.text(parts.get(1)) : signed(parts.get(1), parts.get(2));
    tokens.authenticate(new Credentials("Bearer " + token));
  }

  private String signed(byte[] header, byte[] claims) {
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    String text = encoder.encodeToString(header) + "." + encoder.encodeToString(claims);
    byte[] signature = issuer.sign(text.getBytes(StandardCharsets.US_ASCII));
    return text + "." + encoder.encodeToString(signature);
  }

  private static OidcSettings settings(URI keysAt) {
    return new OidcSettings(
        "https://issuer.example",
        "waybill",
        keysAt,
        new OidcSettings.Names("tenant", "realm.roles"),
        List.of(),
        RoleMapping.parse("dev=produce,read"));
  }
}
