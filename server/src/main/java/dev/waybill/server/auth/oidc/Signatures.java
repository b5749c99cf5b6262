package dev.waybill.server.auth.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import java.util.List;
import java.util.Set;

/// The accepted signatures: a fixed list of algorithms, each with its own type of key (RFC 8725).
final class Signatures {

  private static final int RSA_BITS = 2_048;
  private static final Set<JWSAlgorithm> RSA = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256);
  private static final List<String> TYPES = List.of("JWT", "AT+JWT", "APPLICATION/AT+JWT");

  private Signatures() {}

  /// Whether a token with this header may be verified.
  static boolean isAcceptable(JWSHeader header) {
    boolean algorithm =
        RSA.contains(header.getAlgorithm()) || JWSAlgorithm.ES256.equals(header.getAlgorithm());
    boolean type =
        header.getType() == null
            || TYPES.stream().anyMatch(header.getType().getType()::equalsIgnoreCase);
    return algorithm && type && header.getCriticalParams() == null && header.getKeyID() != null;
  }

  static boolean isGood(SignedJWT token, JWK key) {
    try {
      JWSAlgorithm algorithm = token.getHeader().getAlgorithm();
      boolean forThis = key.getAlgorithm() == null || key.getAlgorithm().equals(algorithm);
      boolean forSigning = key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
      return forThis && forSigning && verifies(token, algorithm, key);
    } catch (JOSEException unusable) {
      return false;
    }
  }

  private static boolean verifies(SignedJWT token, JWSAlgorithm algorithm, JWK key)
      throws JOSEException {
    return switch (key) {
      case RSAKey rsa when RSA.contains(algorithm) && rsa.size() >= RSA_BITS ->
          token.verify(new RSASSAVerifier(rsa.toRSAPublicKey()));
      case ECKey ec
          when JWSAlgorithm.ES256.equals(algorithm) && ec.getCurve().equals(Curve.P_256) ->
          token.verify(new ECDSAVerifier(ec.toECPublicKey()));
      default -> false;
    };
  }
}
