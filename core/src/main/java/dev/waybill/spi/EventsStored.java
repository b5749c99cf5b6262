package dev.waybill.spi;

/// The answer to the publication of events.
public sealed interface EventsStored {

  record Events(int added, int repeated) implements EventsStored {}

  record Lost() implements EventsStored {}
}
