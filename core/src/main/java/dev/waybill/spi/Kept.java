package dev.waybill.spi;

import java.time.Duration;

/// The answer to one extension.
public sealed interface Kept {

  record Held(Duration remaining, boolean cancelRequested) implements Kept {}

  record Lost() implements Kept {}
}
