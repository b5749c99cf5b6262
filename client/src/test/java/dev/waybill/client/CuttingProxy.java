package dev.waybill.client;

import dev.waybill.conformance.LoopbackProxy;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy that cuts connections: all at once, or each time after the request and before the reply.
final class CuttingProxy implements AutoCloseable {

  private final LoopbackProxy proxy;
  private final AtomicInteger repliesToCut = new AtomicInteger();

  private CuttingProxy(int target) {
    proxy = new LoopbackProxy(target, ReplyLine::new);
  }

  static CuttingProxy to(int target) {
    return new CuttingProxy(target);
  }

  URI address() {
    return URI.create("http://" + proxy.address());
  }

  /// Drops the next replies.
  void cutReplies(int count) {
    repliesToCut.set(count);
  }

  int repliesLeftToCut() {
    return Math.max(0, repliesToCut.get());
  }

  void cutAll() {
    proxy.cutAll();
  }

  @Override
  public void close() {
    proxy.close();
  }

  private final class ReplyLine implements LoopbackProxy.Line {

    @Override
    public int toClient(byte[] bytes, int count) {
      return repliesToCut.getAndDecrement() > 0 ? 0 : count;
    }
  }
}
