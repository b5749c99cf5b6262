package dev.waybill.server.grpc;

import dev.waybill.EventFeed;
import dev.waybill.JobEvent;
import dev.waybill.Waybill;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Waybill with hooks: reports when a call begins, can run an action at that moment, and counts the
/// events that readers received.
final class Overheard {

  final AtomicInteger eventsRead = new AtomicInteger();

  private final Semaphore streamsEnded = new Semaphore(0);
  private final Map<String, Semaphore> begun = new ConcurrentHashMap<>();
  private final Map<String, Runnable> actions = new ConcurrentHashMap<>();

  Waybill over(Waybill real) {
    return (Waybill)
        Proxy.newProxyInstance(
            Waybill.class.getClassLoader(),
            new Class<?>[] {Waybill.class},
            (_, method, arguments) -> call(real, method, arguments));
  }

  /// Returns when a call of this name has begun that was not reported before.
  void awaitCall(String name) throws InterruptedException {
    if (!begun(name).tryAcquire(20, TimeUnit.SECONDS)) {
      throw new AssertionError("nobody called " + name);
    }
  }

  /// Returns when a reader of events has ended, for any reason.
  void awaitStreamEnded() throws InterruptedException {
    if (!streamsEnded.tryAcquire(20, TimeUnit.SECONDS)) {
      throw new AssertionError("no stream has ended");
    }
  }

  /// Drops the reported calls of this name.
  void drain(String name) {
    begun(name).drainPermits();
  }

  /// Runs an action before each call of this name.
  void before(String name, Runnable action) {
    actions.put("before " + name, action);
  }

  /// Runs an action after each successful call of this name, before its answer is returned.
  void after(String name, Runnable action) {
    actions.put("after " + name, action);
  }

  private @Nullable Object call(Waybill real, Method method, Object @Nullable [] arguments)
      throws Throwable {
    begun(method.getName()).release();
    actions.getOrDefault("before " + method.getName(), () -> {}).run();
    Object answer = invoke(real, method, arguments);
    actions.getOrDefault("after " + method.getName(), () -> {}).run();
    return switch (answer) {
      case Waybill view -> over(view);
      case Iterable<?> events when method.getName().equals("follow") -> counted(events);
      case null, default -> answer;
    };
  }

  private static @Nullable Object invoke(Waybill real, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }

  private EventFeed counted(Iterable<?> events) {
    return () -> {
      Iterator<?> each = events.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          boolean more = false;
          try {
            more = each.hasNext();
          } finally {
            streamsEnded.release(more ? 0 : 1);
          }
          return more;
        }

        @Override
        public JobEvent next() {
          eventsRead.incrementAndGet();
          return (JobEvent) each.next();
        }
      };
    };
  }

  private Semaphore begun(String name) {
    return begun.computeIfAbsent(name, _ -> new Semaphore(0));
  }
}
