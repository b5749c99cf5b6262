package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.TlsFiles;
import dev.waybill.base.TrustedCertificates;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// TLS settings of the connection: trusted certificates, and a client certificate.
///
/// @param ca PEM file with the CA certificates of the servers; null for those of the JDK
/// @param identity the client certificate and key; null for none
public record NatsTls(@Nullable Path ca, @Nullable TlsFiles identity) {

  SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          identity == null ? null : identity.managers(),
          ca == null ? null : new TrustedCertificates(ca).managers(),
          null);
      return context;
    } catch (GeneralSecurityException wrong) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "TLS for NATS: " + this + ": " + wrong.getMessage(), wrong);
    }
  }
}
