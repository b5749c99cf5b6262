package dev.waybill.spi;

/// The answer to a publish.
public sealed interface EventsStored {

  record Events(int added, int repeated) implements EventsStored {}

  record Lost() implements EventsStored {}
}
