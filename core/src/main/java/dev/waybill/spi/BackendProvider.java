package dev.waybill.spi;

import dev.waybill.Settings;
import java.net.URI;

/// How backends are found: one implementation per backend, by `ServiceLoader`.
public interface BackendProvider {

  boolean opens(URI address);

  Backend open(URI address, Settings settings);
}
