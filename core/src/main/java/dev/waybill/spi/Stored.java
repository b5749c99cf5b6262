package dev.waybill.spi;

/// The answer to a publish.
public sealed interface Stored {

  record Events(int added, int repeated) implements Stored {}

  record Lost() implements Stored {}
}
