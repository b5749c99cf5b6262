package dev.waybill.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A self-signed certificate for this machine, with its key.
///
/// @param file the certificate as PEM
/// @param key its private key as PEM
/// @param trusting a context for clients that trusts this certificate only
public record Certificate(Path file, Path key, SSLContext trusting) {

  private static final char[] PASSWORD = "secret".toCharArray();
  private static final String NAME = "waybill";

  /// Certificates by their names. Generating one starts a JVM, so tests share them.
  private static final Map<String, KeyStore> GENERATED = new ConcurrentHashMap<>();

  /// Within one process, certificates for the same names are the same.
  ///
  /// @param names such as `dns:localhost,ip:127.0.0.1`
  public static Certificate make(Path folder, String names) {
    try {
      KeyStore made = GENERATED.computeIfAbsent(names, Certificate::generate);
      Path file = folder.resolve("certificate.pem");
      Path key = folder.resolve("key.pem");
      pem("CERTIFICATE", file, made.getCertificate(NAME).getEncoded());
      pem("PRIVATE KEY", key, made.getKey(NAME, PASSWORD).getEncoded());
      return new Certificate(file, key, trusting(made));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static KeyStore generate(String names) {
    try {
      Path folder = Files.createTempDirectory("waybill-certificate");
      Path store = folder.resolve("made.p12");
      run(keytool(store, names));
      KeyStore made = KeyStore.getInstance(store.toFile(), PASSWORD);
      Files.delete(store);
      Files.delete(folder);
      return made;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static List<String> keytool(Path store, String names) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-alias",
        NAME,
        "-dname",
        "CN=localhost",
        "-ext",
        "san=" + names,
        "-validity",
        "2",
        "-storetype",
        "PKCS12",
        "-keystore",
        store.toString(),
        "-storepass",
        String.valueOf(PASSWORD));
  }

  private static void run(List<String> command) throws IOException {
    try {
      int code = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IOException("keytool ended with " + code);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    }
  }

  private static SSLContext trusting(KeyStore made) throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(NAME, made.getCertificate(NAME));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static void pem(String kind, Path file, byte[] content) throws IOException {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n");
  }
}
