package dev.waybill.messages.provider.mail;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import java.util.Properties;
import java.util.Set;

/// Opens a mail server: `mail=smtp://user:password@mail.example.org:587?from=news@example.org`.
///
/// `smtp` uses STARTTLS if the server offers it, and requires it with `tls=required`; `smtps` uses
/// TLS from the start.
public final class SmtpFactory implements ProviderFactory {

  private static final int SMTP_PORT = 25;
  private static final int SMTPS_PORT = 465;

  @Override
  public Set<String> schemes() {
    return Set.of("smtp", "smtps");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow("from", "tls");
    String server =
        address
            .host()
            .orElseThrow(
                () ->
                    new WaybillException(
                        Code.INVALID_ARGUMENT,
                        "messages.providers: an address with scheme smtp needs a host"));
    boolean secure = address.scheme().equals("smtps");
    SmtpServer target =
        new SmtpServer(
            server,
            address.port(secure ? SMTPS_PORT : SMTP_PORT),
            address.user().orElse(null),
            address.password().orElse(null),
            properties(address, secure));
    return new SmtpProvider(key, target, new MailComposer(address.require("from"), host.clock()));
  }

  private static Properties properties(ProviderAddress address, boolean secure) {
    String timeout = Long.toString(address.timeouts().total().toMillis());
    Properties all = new Properties();
    all.setProperty("mail.smtp.connectiontimeout", millis(address));
    all.setProperty("mail.smtp.timeout", timeout);
    all.setProperty("mail.smtp.writetimeout", timeout);
    all.setProperty("mail.smtp.ssl.enable", Boolean.toString(secure));
    all.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    all.setProperty("mail.smtp.starttls.enable", "true");
    boolean required = address.option("tls").filter("required"::equals).isPresent();
    all.setProperty("mail.smtp.starttls.required", Boolean.toString(required));
    all.setProperty("mail.smtp.auth", Boolean.toString(address.user().isPresent()));
    return all;
  }

  private static String millis(ProviderAddress address) {
    return Long.toString(address.timeouts().connect().toMillis());
  }
}
