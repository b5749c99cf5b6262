package dev.waybill.base;

import dev.waybill.Code;
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
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/// A TLS identity: PEM files with the certificate and its chain, and with the private key as PKCS
/// #8.
public record TlsFiles(Path certificate, Path key) {

  private static final List<String> KINDS = List.of("RSA", "EC", "EdDSA");
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  /// A key store with both, in memory, without a password.
  public KeyStore keyStore() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      byte[] pem = Files.readAllBytes(certificate);
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))
              .toArray(Certificate[]::new);
      store.setKeyEntry("waybill", privateKey(), new char[0], chain);
      return store;
    } catch (IOException unreadable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "TLS: cannot read " + unreadable.getMessage(), unreadable);
    } catch (GeneralSecurityException wrong) {
      throw unusable(wrong);
    }
  }

  private WaybillException unusable(GeneralSecurityException wrong) {
    return new WaybillException(
        Code.INVALID_ARGUMENT,
        "TLS: " + certificate + " and " + key + " cannot be used: " + wrong.getMessage(),
        wrong);
  }

  /// Key managers for a client that presents a certificate.
  public KeyManager[] managers() {
    try {
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keyStore(), new char[0]);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException wrong) {
      throw unusable(wrong);
    }
  }

  private PrivateKey privateKey() throws IOException {
    String pem = Files.readString(key);
    int from = pem.indexOf(BEGIN);
    int to = pem.indexOf(END);
    if (from < 0 || to < from) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "TLS: "
              + key
              + " has no \"BEGIN PRIVATE KEY\"; convert it to PKCS #8: openssl pkcs8 -topk8"
              + " -nocrypt -in KEY");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(pem.substring(from + BEGIN.length(), to));
    for (String kind : KINDS) {
      try {
        return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      } catch (GeneralSecurityException another) {
        // Not a key of this algorithm: try the next one.
      }
    }
    throw new WaybillException(
        Code.INVALID_ARGUMENT, "TLS: the algorithm of the key in " + key + " is none of " + KINDS);
  }
}
