package dev.waybill.server;

import dev.waybill.server.config.Config;
import dev.waybill.server.config.Keys;

/// Limits of connections. They follow from the size of the heap, because each connection needs
/// buffers before its caller is known.
///
/// @param perAddress 0 for no limit
record Connections(int all, int perAddress) {

  private static final int MOST = 25_000;
  private static final int FEWEST = 256;

  /// A quarter of the heap for buffers of 32 KiB: one to read, and with TLS another.
  private static final long HEAP_EACH = 128 * 1024;

  static Connections of(Config config) {
    return of(
        config.get(Keys.CONNECTIONS),
        config.get(Keys.CONNECTIONS_PER_ADDRESS),
        Runtime.getRuntime().maxMemory());
  }

  static Connections of(int all, int perAddress, long heap) {
    if (all > 0) {
      return new Connections(all, perAddress);
    }
    int derived = Math.clamp(heap / HEAP_EACH, FEWEST, MOST);
    return new Connections(derived, Math.min(perAddress, derived / 2));
  }
}
