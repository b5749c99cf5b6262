package dev.waybill.messages.provider.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// A mail server that answers each command as a script says; without a line in the script it
/// accepts everything. An empty answer closes the connection.
final class ScriptedSmtp implements AutoCloseable {

  private static final Map<String, String> USUAL =
      Map.of(
          "CONNECT",
          "220 ready",
          "EHLO",
          "250 hello",
          "MAIL",
          "250 ok",
          "RCPT",
          "250 ok",
          "DATA",
          "354 go on",
          ".",
          "250 queued",
          "QUIT",
          "221 bye",
          "RSET",
          "250 ok");

  private final ServerSocket server;
  private final Map<String, String> script;

  ScriptedSmtp(Map<String, String> script) throws IOException {
    this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    this.script = script;
    Thread.ofVirtual().start(this::serve);
  }

  String address() {
    return "smtp://127.0.0.1:" + server.getLocalPort() + "?from=news@example.org";
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        talk(socket);
      } catch (IOException ended) {
        // the next connection, if the server is open
      }
    }
  }

  private void talk(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    boolean data = false;
    boolean open = answer(socket, "CONNECT");
    while (open) {
      String line = in.readLine();
      if (line == null) {
        return;
      }
      String command = line.split(" ", 2)[0];
      if (!data || line.equals(".")) {
        open = answer(socket, command);
        data = command.equals("DATA") && answerTo("DATA").startsWith("354");
      }
    }
  }

  private String answerTo(String command) {
    return script.getOrDefault(command, USUAL.getOrDefault(command, "502 unknown"));
  }

  private boolean answer(Socket socket, String command) throws IOException {
    String answer = answerTo(command);
    if (!answer.isEmpty()) {
      socket.getOutputStream().write((answer + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }
    return !answer.isEmpty();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
