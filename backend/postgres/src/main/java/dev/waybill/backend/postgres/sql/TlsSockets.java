package dev.waybill.backend.postgres.sql;

import dev.waybill.base.TlsFiles;
import dev.waybill.base.TrustedCertificates;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;
import org.postgresql.ssl.WrappedFactory;

/// The TLS sockets of the driver, which creates this class by its name: the trusted certificates of
/// a PEM file or else those of the JDK, and a client certificate. The driver verifies the name of
/// the host.
public final class TlsSockets extends WrappedFactory {

  public TlsSockets(Properties properties) throws GeneralSecurityException {
    Path ca = path(properties, PGProperty.SSL_ROOT_CERT);
    Path certificate = path(properties, PGProperty.SSL_CERT);
    Path key = path(properties, PGProperty.SSL_KEY);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        certificate == null || key == null ? null : new TlsFiles(certificate, key).managers(),
        ca == null ? null : new TrustedCertificates(ca).managers(),
        null);
    factory = context.getSocketFactory();
  }

  private static @Nullable Path path(Properties properties, PGProperty name) {
    String text = properties.getProperty(name.getName());
    return text == null ? null : Path.of(text);
  }
}
