package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.TrustedCertificates;
import dev.waybill.WaybillException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// PEM files: whom to trust, and who we are where the servers want to know.
///
/// @param ca certificates that sign those of the servers; null for the JDK's own
/// @param certificate ours, with its chain
/// @param key to our certificate, as PKCS #8
public record NatsTls(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {

  private static final char[] NO_PASSWORD = new char[0];
  private static final List<String> KINDS = List.of("RSA", "EC", "EdDSA");
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);

  public NatsTls {
    if ((certificate == null) != (key == null)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "TLS for NATS needs the certificate and its key, or neither");
    }
  }

  boolean isEmpty() {
    return ca == null && certificate == null;
  }

  SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(us(), them(), null);
      return context;
    } catch (IOException unreadable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "TLS for NATS: cannot read " + unreadable.getMessage(),
          unreadable);
    } catch (GeneralSecurityException wrong) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "TLS for NATS: " + this + ": " + wrong.getMessage(), wrong);
    }
  }

  private KeyManager @Nullable [] us() throws GeneralSecurityException, IOException {
    if (certificate == null || key == null) {
      return null;
    }
    KeyStore store = emptyStore();
    Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
    store.setKeyEntry("waybill", privateKey(key), NO_PASSWORD, chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private TrustManager @Nullable [] them() {
    return ca == null ? null : new TrustedCertificates(ca).managers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static List<Certificate> certificates(Path pem)
      throws GeneralSecurityException, IOException {
    return List.copyOf(
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(pem))));
  }

  private static PrivateKey privateKey(Path pem) throws GeneralSecurityException, IOException {
    Matcher found = KEY.matcher(Files.readString(pem));
    if (!found.find()) {
      throw new GeneralSecurityException(pem + " holds no key as PKCS #8");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
    for (String kind : KINDS) {
      try {
        return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      } catch (GeneralSecurityException another) {
        // Not a key of this kind: the next one may be.
      }
    }
    throw new GeneralSecurityException(pem + " is none of " + KINDS);
  }
}
