package dev.waybill.bus.binding;

/// A binding between opening and closing. It connects when it is first used, so that a server
/// starts while the other system is down.
public interface RunningBinding extends AutoCloseable {

  /// Starts its threads. Called once, before [#close] or not at all.
  void start();

  @Override
  void close();
}
