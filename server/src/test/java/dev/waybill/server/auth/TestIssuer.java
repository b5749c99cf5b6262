package dev.waybill.server.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// An issuer on the loopback address that publishes its keys over HTTP.
public final class TestIssuer implements AutoCloseable {

  public final AtomicInteger fetches = new AtomicInteger();

  private final HttpServer server;
  private volatile List<JWK> keys = List.of();
  private volatile int status = 200;
  private volatile String name = "";

  public TestIssuer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/.well-known/openid-configuration", this::describe);
    server.createContext("/keys", this::publish);
    server.start();
    name = url();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public void publishes(JWK... all) {
    keys = List.of(all);
  }

  public void answers(int code) {
    status = code;
  }

  public void claimsToBe(String other) {
    name = other;
  }

  private void describe(HttpExchange exchange) throws IOException {
    send(exchange, "{\"issuer\":\"" + name + "\",\"jwks_uri\":\"" + url() + "/keys\"}");
  }

  private void publish(HttpExchange exchange) throws IOException {
    fetches.incrementAndGet();
    send(exchange, new JWKSet(keys).toString());
  }

  private void send(HttpExchange exchange, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  public static String sign(JWSAlgorithm algorithm, JWK key, JWTClaimsSet claims) {
    return sign(new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), key, claims);
  }

  public static String sign(JWSHeader header, JWK key, JWTClaimsSet claims) {
    try {
      JWSSigner signer =
          switch (key) {
            case RSAKey rsa -> new RSASSASigner(rsa);
            case ECKey ec -> new ECDSASigner(ec);
            default -> throw new AssertionError(key);
          };
      SignedJWT token = new SignedJWT(header, claims);
      token.sign(signer);
      return token.serialize();
    } catch (JOSEException failed) {
      throw new AssertionError(failed);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
