package dev.waybill.bus.binding;

import dev.waybill.Waybill;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Topic;
import dev.waybill.topic.Topics;
import java.util.ArrayDeque;

/// A binding between opening and closing. It connects when it is first used, so that a server
/// starts while the other system is down.
public abstract class RunningBinding implements AutoCloseable {

  private final BoundTopic bound;
  private final ServiceHost host;
  private final ArrayDeque<Runnable> parts = new ArrayDeque<>();

  protected RunningBinding(BoundTopic bound, ServiceHost host) {
    this.bound = bound;
    this.host = host;
  }

  /// Creates the topic of Waybill if there is none, and starts the threads of the binding. Called
  /// once, before [#close] or not at all.
  public final void start() {
    Topics topics = host.require(Topics.class, bound.tenant());
    if (topics.find(bound.topic()).isEmpty()) {
      topics.put(Topic.of(bound.topic()));
    }
    start(host.waybill().tenant(bound.tenant()), topics);
  }

  protected abstract void start(Waybill waybill, Topics topics);

  /// Adds a part to close. The parts are closed in reverse.
  protected final void closeLater(Runnable part) {
    parts.push(part);
  }

  @Override
  public final void close() {
    parts.forEach(Runnable::run);
  }
}
