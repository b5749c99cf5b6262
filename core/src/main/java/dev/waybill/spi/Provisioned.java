package dev.waybill.spi;

import java.util.List;

/// A resource that a backend needs on its servers, such as a stream or a table.
///
/// @param drift how it differs from one that Waybill would create, for people
public record Provisioned(String name, Outcome outcome, List<String> drift) {

  public enum Outcome {
    CREATED,
    PRESENT,
    MISSING
  }

  public Provisioned {
    drift = List.copyOf(drift);
  }
}
