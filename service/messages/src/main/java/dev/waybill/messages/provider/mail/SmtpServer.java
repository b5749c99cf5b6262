package dev.waybill.messages.provider.mail;

import jakarta.mail.Session;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// A mail server and how to talk to it.
record SmtpServer(
    String host,
    int port,
    @Nullable String user,
    @Nullable String password,
    Properties properties) {

  Session session() {
    return Session.getInstance(properties);
  }

  /// Without the password.
  @Override
  public String toString() {
    return host + ':' + port;
  }
}
