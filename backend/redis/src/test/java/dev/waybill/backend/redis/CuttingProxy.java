package dev.waybill.backend.redis;

import dev.waybill.conformance.LoopbackProxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// A proxy on this machine that cuts a connection between a command and its answer: the server
/// executes the command, the caller never gets the answer.
final class CuttingProxy implements AutoCloseable {

  private final LoopbackProxy proxy;
  private final AtomicInteger left = new AtomicInteger();
  private final AtomicInteger seen = new AtomicInteger();
  private volatile Predicate<String> chosen = _ -> false;
  private volatile int every = Integer.MAX_VALUE;

  CuttingProxy(int target) {
    proxy = new LoopbackProxy(target, CutLine::new);
  }

  String address() {
    return proxy.address();
  }

  /// Swallows the answers to the next commands that contain this word.
  void cutNext(int commands, String containing) {
    cutNext(commands, command -> command.contains(containing));
  }

  void cutNext(int commands, Predicate<String> which) {
    chosen = which;
    every = 1;
    left.set(commands);
  }

  /// Swallows the answer to every n-th command that contains this word.
  void cutEvery(int n, String containing) {
    chosen = command -> command.contains(containing);
    every = n;
    left.set(Integer.MAX_VALUE);
  }

  int cuts() {
    return proxy.cuts();
  }

  @Override
  public void close() {
    proxy.close();
  }

  private final class CutLine implements LoopbackProxy.Line {

    private volatile boolean doomed;

    @Override
    public int toServer(byte[] bytes, int count) {
      doomed = doomed || isUnlucky(bytes, count);
      return count;
    }

    @Override
    public int toClient(byte[] bytes, int count) {
      return doomed ? 0 : count;
    }

    private boolean isUnlucky(byte[] bytes, int count) {
      String text = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
      return left.get() > 0
          && chosen.test(text)
          && seen.incrementAndGet() % every == 0
          && left.getAndDecrement() > 0;
    }
  }
}
