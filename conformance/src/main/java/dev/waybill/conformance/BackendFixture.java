package dev.waybill.conformance;

import dev.waybill.spi.Backend;
import java.time.Duration;
import java.time.InstantSource;

/// A backend under test, with control over crashes and time.
///
/// Tests use tenants of their own, so a fixture may share a server with others.
public interface BackendFixture extends AutoCloseable {

  /// The currently open backend.
  Backend backend();

  /// The clock of the backend. If it is a [ManualClock], the random comparison with the model runs
  /// as well.
  InstantSource clock();

  /// Kills the backend as `kill -9` would and opens another one on the same data. [#backend] then
  /// returns the new one, which is also the result.
  Backend crashAndReopen();

  /// Returns when the backend's time has moved by `step`: at once with a manual clock, after
  /// waiting with a real one.
  void elapse(Duration step);

  /// Closes the backend and removes its data.
  @Override
  void close();
}
