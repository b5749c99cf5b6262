package dev.waybill.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Concurrent callers, each on a virtual thread. Closing waits for all of them and fails if one
/// failed.
public final class Callers implements AutoCloseable {

  private final List<CompletableFuture<Void>> calls = new ArrayList<>();

  public void start(Runnable call) {
    calls.add(CompletableFuture.runAsync(call, Thread::startVirtualThread));
  }

  @Override
  public void close() {
    calls.forEach(CompletableFuture::join);
  }
}
