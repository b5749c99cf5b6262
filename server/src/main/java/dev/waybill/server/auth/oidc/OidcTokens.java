package dev.waybill.server.auth.oidc;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.waybill.server.auth.Authenticator;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Credentials;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// Tokens (JWT) of one OpenID Connect issuer, verified as RFC 8725 requires. A token cannot choose
/// where its key comes from.
public final class OidcTokens implements Authenticator {

  private static final System.Logger LOG = System.getLogger(OidcTokens.class.getName());
  private static final int LONGEST = 16_384;

  private final IssuerKeys keys;
  private final Claims claims;
  private final InstantSource clock;

  private OidcTokens(IssuerKeys keys, Claims claims, InstantSource clock) {
    this.keys = keys;
    this.claims = claims;
    this.clock = clock;
  }

  /// Sends nothing to the issuer until the first token arrives.
  public static OidcTokens of(OidcSettings settings, InstantSource clock) {
    IssuerDocuments documents = new IssuerDocuments(settings.issuer(), settings.keysAt());
    return new OidcTokens(new IssuerKeys(documents::keys, clock), new Claims(settings), clock);
  }

  @Override
  public Optional<Caller> authenticate(Credentials credentials) {
    return unlessRejected(() -> credentials.bearer().map(this::verified).map(this::caller));
  }

  /// The caller of an ID token that was issued for one sign-in.
  Optional<Caller> callerWithNonce(String text, String nonce) {
    return unlessRejected(
        () -> {
          JWTClaimsSet verified = verified(text);
          if (!nonce.equals(verified.getClaim("nonce"))) {
            throw new Claims.Rejected("it was issued for another sign-in");
          }
          return Optional.of(caller(verified));
        });
  }

  private static Optional<Caller> unlessRejected(Supplier<Optional<Caller>> check) {
    try {
      return check.get();
    } catch (Claims.Rejected reason) {
      LOG.log(System.Logger.Level.INFO, "a token was refused: {0}", reason.getMessage());
      return Optional.empty();
    }
  }

  private Caller caller(JWTClaimsSet verified) {
    return claims.caller(verified, clock.instant());
  }

  private JWTClaimsSet verified(String text) {
    SignedJWT token = parse(text);
    if (!Signatures.isAcceptable(token.getHeader())) {
      throw new Claims.Rejected("its header is not acceptable");
    }
    JWK key =
        keys.find(token.getHeader().getKeyID())
            .orElseThrow(() -> new Claims.Rejected("the issuer has no such key"));
    if (!Signatures.isGood(token, key)) {
      throw new Claims.Rejected("its signature is invalid");
    }
    return claims(token);
  }

  private static SignedJWT parse(String text) {
    try {
      if (text.length() <= LONGEST) {
        return SignedJWT.parse(text);
      }
    } catch (ParseException malformed) {
      // handled below, like a text that is too long
    }
    throw new Claims.Rejected("it is not a signed token");
  }

  private static JWTClaimsSet claims(SignedJWT token) {
    try {
      return token.getJWTClaimsSet();
    } catch (ParseException malformed) {
      throw new Claims.Rejected("its claims cannot be read");
    }
  }
}
