package dev.waybill.fuzz;

/// A parser under test. It may reject the input with a `WaybillException` that blames the caller.
/// Any other exception is a finding, and so is an input that takes seconds.
@FunctionalInterface
public interface FuzzTarget {

  void accept(byte[] input);
}
