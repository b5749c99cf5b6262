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

/// The certificates of a PEM file, as whom to trust in TLS. Nobody else is trusted beside them.
public record TrustedCertificates(Path file) {

  /// For who talks to servers and does not say who it is.
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
      throw new IOException("there is no such file, or it may not be read");
    }
    Collection<? extends Certificate> found =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
    if (found.isEmpty()) {
      throw new GeneralSecurityException("there is no certificate in it");
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
