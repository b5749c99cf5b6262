package dev.waybill.server.http;

import dev.waybill.Waybill;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// A real Waybill with one call overridden by a test.
public final class Overridden {

  private Overridden() {}

  /// Runs before the real call; may wait or throw.
  public interface Before {
    void call() throws Exception;
  }

  public static Waybill before(Waybill real, String method, Before before) {
    return (Waybill)
        Proxy.newProxyInstance(
            Waybill.class.getClassLoader(),
            new Class<?>[] {Waybill.class},
            (_, called, args) -> {
              if (called.getName().equals(method)) {
                before.call();
              }
              @Nullable Object answer = invoke(real, called, args);
              return called.getName().equals("tenant") && answer instanceof Waybill theirs
                  ? before(theirs, method, before)
                  : answer;
            });
  }

  private static @Nullable Object invoke(Waybill real, Method called, Object[] args)
      throws Throwable {
    try {
      return called.invoke(real, args);
    } catch (InvocationTargetException failed) {
      throw failed.getTargetException();
    }
  }
}
