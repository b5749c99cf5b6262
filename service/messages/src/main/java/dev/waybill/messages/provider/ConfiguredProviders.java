package dev.waybill.messages.provider;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// Reads the setting `messages.providers`: entries such as `mail=smtp://localhost:25`, separated by
/// blanks or lines. The scheme of the address says what the provider is.
public final class ConfiguredProviders {

  private ConfiguredProviders() {}

  /// The sandbox alone if nothing is configured.
  public static List<MessageProvider> read(String setting, ProviderHost host) {
    String configured = setting.isBlank() ? "sandbox=sandbox:" : setting;
    return entries(configured).map(entry -> provider(entry, host)).toList();
  }

  /// The option `rate` of the providers that have one, by their keys.
  public static Map<String, String> rates(String setting) {
    Map<String, String> rates = new HashMap<>();
    entries(setting)
        .forEach(
            entry ->
                new ProviderAddress(address(entry))
                    .option("rate")
                    .ifPresent(rate -> rates.put(key(entry), rate)));
    return rates;
  }

  private static Stream<String> entries(String setting) {
    return Arrays.stream(setting.split("\\s+", -1)).filter(entry -> !entry.isEmpty());
  }

  private static MessageProvider provider(String entry, ProviderHost host) {
    String key = key(entry);
    URI address = address(entry);
    return ServiceLoader.load(ProviderFactory.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(factory -> factory.schemes().contains(address.getScheme()))
        .findFirst()
        .orElseThrow(
            () -> wrong("provider " + key + ": unknown scheme " + Text.quote(address.getScheme())))
        .open(key, new ProviderAddress(address), host);
  }

  private static String key(String entry) {
    int equals = entry.indexOf('=');
    String key = equals < 0 ? "" : entry.substring(0, equals);
    if (!Text.isName(key)) {
      throw wrong("entry " + Text.quote(key) + " must be a name, =, and an address");
    }
    return key;
  }

  private static URI address(String entry) {
    String key = key(entry);
    String text = entry.substring(key.length() + 1);
    try {
      // a URI without a host needs slashes: slack:?url=… is read as slack:///?url=…
      URI address = URI.create(text.replaceFirst("^([a-z][a-z0-9+.-]*):(?=[?]|$)", "$1:///"));
      if (address.getScheme() != null) {
        return address;
      }
    } catch (IllegalArgumentException malformed) {
      // handled below; the text may have a password
    }
    throw wrong("provider " + key + " needs an address such as smtp://localhost:25");
  }

  private static WaybillException wrong(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "messages.providers: " + why);
  }
}
