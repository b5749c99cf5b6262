package dev.waybill.lambda;

import dev.waybill.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;

/// The HTTP interface through which Lambda passes events to a custom runtime, version 2018-06-01.
///
/// @param address the host and port in `AWS_LAMBDA_RUNTIME_API`
record RuntimeApi(String address) {

  private static final int CONNECT_MILLIS = 5_000;

  /// An event to be handled.
  ///
  /// @param deadlineMillis when Lambda ends the function, in milliseconds since 1970
  record Invocation(String requestId, long deadlineMillis, Payload event) {}

  /// Waits for the next event, however long it takes.
  Invocation next() throws IOException {
    HttpURLConnection call = open("/runtime/invocation/next");
    try (InputStream body = call.getInputStream()) {
      String id = call.getHeaderField("Lambda-Runtime-Aws-Request-Id");
      if (id == null) {
        throw new IOException("the runtime interface of Lambda sent an event without a request ID");
      }
      long deadline = call.getHeaderFieldLong("Lambda-Runtime-Deadline-Ms", 0);
      return new Invocation(id, deadline, Payload.of(body.readAllBytes()));
    }
  }

  void respond(String requestId, byte[] response) throws IOException {
    post("/runtime/invocation/" + requestId + "/response", response);
  }

  void fail(String requestId, Throwable error) throws IOException {
    post("/runtime/invocation/" + requestId + "/error", ErrorJson.write(error));
  }

  /// Reports that the function cannot start.
  void failToStart(Throwable error) throws IOException {
    post("/runtime/init/error", ErrorJson.write(error));
  }

  private void post(String path, byte[] body) throws IOException {
    HttpURLConnection call = open(path);
    call.setRequestMethod("POST");
    call.setDoOutput(true);
    call.setFixedLengthStreamingMode(body.length);
    try (OutputStream out = call.getOutputStream()) {
      out.write(body);
    }
    int status = call.getResponseCode();
    if (status >= 400) {
      throw new IOException("the runtime interface of Lambda answered " + status + " to " + path);
    }
    try (InputStream rest = call.getInputStream()) {
      rest.readAllBytes(); // so that the connection is used again
    }
  }

  private HttpURLConnection open(String path) throws IOException {
    HttpURLConnection call =
        (HttpURLConnection)
            URI.create("http://" + address + "/2018-06-01" + path).toURL().openConnection();
    call.setConnectTimeout(CONNECT_MILLIS);
    return call;
  }
}
