package dev.waybill.spi;

/// What a backend can do; the engine, the conformance kit and the documentation read the same
/// value.
///
/// @param name what it is called
/// @param durability what an answer is worth
public record Capabilities(String name, Durability durability) {

  public enum Durability {
    /// Nothing survives the process.
    MEMORY,
    /// Survives the end of the process, not of the machine.
    PROCESS,
    /// Survives a power cut: synced to disk before the answer.
    POWER_CUT
  }
}
