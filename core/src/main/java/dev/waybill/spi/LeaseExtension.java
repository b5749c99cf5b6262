package dev.waybill.spi;

import java.time.Duration;

/// The answer to one extension.
public sealed interface LeaseExtension {

  record Held(Duration remaining, boolean cancelRequested) implements LeaseExtension {}

  record Lost() implements LeaseExtension {}
}
