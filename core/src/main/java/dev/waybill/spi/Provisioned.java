package dev.waybill.spi;

import java.util.List;

/// One thing that a backend needs at its servers, such as a stream or a table, as it was found.
///
/// @param drift how it differs from what Waybill would have made, in words
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
