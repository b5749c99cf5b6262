package dev.waybill.client.call;

import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Explains why the certificate of a server is not trusted, and what to do.
public final class UntrustedCertificate {

  private UntrustedCertificate() {}

  /// Whether a call failed because of the certificate of the server.
  public static boolean isCauseOf(Throwable failure) {
    return has(failure, CertificateException.class);
  }

  /// @param ca the configured PEM file with trusted certificates, or null
  public static String explain(Throwable failure, @Nullable Path ca) {
    if (has(failure, CertificateExpiredException.class)
        || has(failure, CertificateNotYetValidException.class)) {
      return "it is not valid at this time; renew the certificate of the server";
    }
    if (has(failure, CertPathBuilderException.class)
        || has(failure, CertPathValidatorException.class)) {
      return (ca == null ? "its issuer is unknown" : ca + " does not contain its issuer")
          + "; set WAYBILL_CA (or ConnectSettings.withCa) to the PEM file of its CA";
    }
    return "it is for another host name; connect by a name that the certificate lists";
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> kind) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(kind::isInstance);
  }
}
