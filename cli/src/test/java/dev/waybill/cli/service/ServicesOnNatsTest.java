package dev.waybill.cli.service;

import dev.waybill.conformance.NatsProcess;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class ServicesOnNatsTest extends ServicesOnStore {

  private NatsProcess server;

  @BeforeEach
  void start() {
    server = new NatsProcess("-js");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Override
  protected URI store() {
    return URI.create(server.url() + "?path=" + folder.resolve("store"));
  }
}
