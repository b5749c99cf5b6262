package dev.waybill.messages.provider.aws;

import dev.waybill.base.Recent;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The certificates with which SNS signs. They come by HTTPS from the SNS host of the topic's
/// region, which proves who issued them; their own chain is not followed.
final class SnsCertificates {

  private static final Pattern PATH =
      Pattern.compile("/SimpleNotificationService-[0-9a-f]{1,64}\\.pem");
  private static final int DNS_NAME = 2;
  private static final int CACHED = 16;

  private final SnsCalls calls;
  private final Recent<String, X509Certificate> known = new Recent<>(CACHED);

  SnsCertificates(SnsCalls calls) {
    this.calls = calls;
  }

  /// The valid certificate at a URL; empty if the URL is not one of SNS, or the certificate is not
  /// valid now.
  Optional<X509Certificate> find(String url, SnsTopic topic, Instant now)
      throws InterruptedException {
    if (!isTrusted(url, topic)) {
      return Optional.empty();
    }
    Optional<X509Certificate> certificate = known.find(url);
    if (certificate.isEmpty()) {
      certificate = calls.get(URI.create(url)).flatMap(SnsCertificates::parse);
      certificate.ifPresent(fetched -> known.put(url, fetched));
    }
    return certificate.filter(one -> isValid(one, topic, now));
  }

  private static boolean isTrusted(String url, SnsTopic topic) {
    try {
      URI parsed = URI.create(url);
      return url.equals("https://" + topic.host() + parsed.getRawPath())
          && PATH.matcher(parsed.getRawPath()).matches();
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private static Optional<X509Certificate> parse(byte[] pem) {
    try {
      return CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(pem))
              instanceof X509Certificate certificate
          ? Optional.of(certificate)
          : Optional.empty();
    } catch (CertificateException malformed) {
      return Optional.empty();
    }
  }

  private static boolean isValid(X509Certificate certificate, SnsTopic topic, Instant now) {
    try {
      certificate.checkValidity(Date.from(now));
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names != null
          && names.stream()
              .filter(name -> Integer.valueOf(DNS_NAME).equals(name.get(0)))
              .anyMatch(name -> topic.signers().contains(String.valueOf(name.get(1))));
    } catch (CertificateException notValid) {
      return false;
    }
  }
}
