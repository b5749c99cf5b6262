package dev.waybill.fuzz;

/// A parser under test. It may refuse the input with a `WaybillException` that blames the caller.
/// Anything else that it throws is a finding, and so is an input that takes seconds.
@FunctionalInterface
interface FuzzTarget {

  void accept(byte[] input);
}
