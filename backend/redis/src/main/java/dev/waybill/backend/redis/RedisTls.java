package dev.waybill.backend.redis;

import dev.waybill.base.TlsFiles;
import dev.waybill.base.TrustedCertificates;
import io.lettuce.core.SslOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// TLS settings of the connection: trusted certificates, and a client certificate.
///
/// @param ca PEM file with the CA certificates of the servers; null for those of the JDK
/// @param identity the client certificate and key; null for none
public record RedisTls(@Nullable Path ca, @Nullable TlsFiles identity) {

  /// The files are read twice: the driver says less about what is wrong with them.
  SslOptions options() {
    SslOptions.Builder options = SslOptions.builder().jdkSslProvider();
    if (ca != null) {
      new TrustedCertificates(ca).managers();
      options.trustManager(ca.toFile());
    }
    if (identity != null) {
      identity.managers();
      options.keyManager(identity.certificate().toFile(), identity.key().toFile(), null);
    }
    return options.build();
  }
}
