package dev.waybill.engine;

import dev.waybill.spi.Backend;
import dev.waybill.spi.JobStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A backend in front of another one: can run an action just before a call of its job store, and
/// records the calls.
final class Interposed {

  private final Backend real;
  private final Map<String, Runnable> before = new HashMap<>();
  private final List<String> calls = new ArrayList<>();

  Interposed(Backend real) {
    this.real = real;
  }

  /// Runs an action once, just before the next call of this method.
  void beforeNext(String method, Runnable action) {
    before.put(method, action);
  }

  List<String> calls() {
    return calls;
  }

  Backend backend() {
    JobStore jobs = (JobStore) proxy(JobStore.class, this::onStore);
    return (Backend)
        proxy(
            Backend.class,
            (method, args) -> method.getName().equals("jobs") ? jobs : method.invoke(real, args));
  }

  private Object onStore(Method method, Object[] args) throws ReflectiveOperationException {
    calls.add(method.getName());
    Runnable action = before.remove(method.getName());
    if (action != null) {
      action.run();
    }
    return method.invoke(real.jobs(), args);
  }

  private interface Call {
    Object on(Method method, Object[] args) throws ReflectiveOperationException;
  }

  private static Object proxy(Class<?> type, Call call) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (_, method, args) -> {
          try {
            return call.on(method, args);
          } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
          }
        });
  }
}
