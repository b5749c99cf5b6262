package dev.waybill.base;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// The trusted certificates of a PEM file. No other certificate is trusted.
public record TrustedCertificates(Path file) {

  /// Trust settings for clients that present no certificate.
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(), null);
      return context;
    } catch (GeneralSecurityException wrong) {
      throw unusable(wrong);
    }
  }

  public TrustManager[] managers() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      int number = 0;
      for (Certificate trusted : certificates()) {
        store.setCertificateEntry("trusted-" + number++, trusted);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (IOException | GeneralSecurityException wrong) {
      throw unusable(wrong);
    }
  }

  private Collection<? extends Certificate> certificates()
      throws IOException, GeneralSecurityException {
    if (!Files.isReadable(file)) {
      throw new IOException("the file does not exist or cannot be read");
    }
    Collection<? extends Certificate> found =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
    if (found.isEmpty()) {
      throw new GeneralSecurityException("it contains no certificate");
    }
    return found;
  }

  private WaybillException unusable(Exception wrong) {
    return new WaybillException(
        Code.INVALID_ARGUMENT,
        "cannot use the certificates in " + file + " (PEM): " + wrong.getMessage(),
        wrong);
  }
}
