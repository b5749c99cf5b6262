package dev.waybill.conformance;

import dev.waybill.spi.Backend;
import java.time.Duration;
import java.time.InstantSource;

/// One backend under test, with the power to crash it and to let its time pass.
///
/// Tests keep apart by tenant names, so a fixture may share a server with others.
public interface BackendFixture extends AutoCloseable {

  /// The backend as it is open now.
  Backend backend();

  /// The time the backend judges by. A [ManualClock] where the backend takes one; then the random
  /// comparison with the model takes part, too.
  InstantSource clock();

  /// Ends the backend as `kill -9` would, without a word, and opens another one on the same data.
  /// From now on [#backend] is the new one, which is the answer.
  Backend crashAndReopen();

  /// Returns when the backend's time has moved on by `step`: at once with a manual clock, after
  /// waiting with a real one.
  void elapse(Duration step);

  /// Closes the backend and removes its data.
  @Override
  void close();
}
