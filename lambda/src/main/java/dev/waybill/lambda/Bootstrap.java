package dev.waybill.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;

/// Runs a function as a custom runtime of Lambda (`provided.al2023`): its `bootstrap` starts this
/// program. The variable `_HANDLER` names a class that is a [RecordHandler] or a
/// `RequestStreamHandler` such as [HandOver], and has a constructor without parameters.
public final class Bootstrap {

  private final RuntimeApi api;

  Bootstrap(RuntimeApi api) {
    this.api = api;
  }

  /// Runs until the process is ended, as Lambda does.
  public static void main(String[] arguments) throws IOException {
    Map<String, String> environment = System.getenv();
    String address = environment.get("AWS_LAMBDA_RUNTIME_API");
    if (address == null) {
      System.err.println("AWS_LAMBDA_RUNTIME_API is not set: this program is started by Lambda");
      System.exit(2);
      return;
    }
    new Bootstrap(new RuntimeApi(address)).run(environment.getOrDefault("_HANDLER", ""));
  }

  private void run(String name) throws IOException {
    RequestStreamHandler function;
    try {
      function = function(name);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError failed) {
      Throwable cause =
          failed instanceof InvocationTargetException && failed.getCause() != null
              ? failed.getCause()
              : failed;
      api.failToStart(cause);
      System.err.println("the function " + name + " cannot start: " + cause);
      System.exit(1);
      return;
    }
    while (!Thread.currentThread().isInterrupted()) {
      runOnce(function);
    }
  }

  /// Also accepts `package.Class::method`, as runtimes of AWS do.
  static RequestStreamHandler function(String name) throws ReflectiveOperationException {
    String type = name.split("::", 2)[0];
    Object made = Class.forName(type).getConstructor().newInstance();
    if (made instanceof RecordHandler handler) {
      return new SqsBatchHandler(handler);
    }
    if (made instanceof RequestStreamHandler handler) {
      return handler;
    }
    throw new IllegalArgumentException(
        type + " is neither a RecordHandler nor a RequestStreamHandler");
  }

  void runOnce(RequestStreamHandler function) throws IOException {
    RuntimeApi.Invocation invocation = api.next();
    byte[] response;
    try {
      response = respond(function, invocation);
    } catch (IOException | RuntimeException | Error failed) {
      api.fail(invocation.requestId(), failed);
      SqsBatchHandler.requireRunning(failed);
      return;
    }
    api.respond(invocation.requestId(), response);
  }

  private static byte[] respond(RequestStreamHandler function, RuntimeApi.Invocation invocation)
      throws IOException {
    ByteArrayOutputStream response = new ByteArrayOutputStream();
    function.handleRequest(
        new ByteArrayInputStream(invocation.event().bytes()),
        response,
        new BootstrapContext(invocation.requestId(), invocation.deadlineMillis()));
    return response.toByteArray();
  }
}
