package dev.waybill.cli.service;

import dev.waybill.conformance.PostgresServer;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

class ServicesOnPostgresTest extends ServicesOnStore {

  private static final AtomicInteger NEXT = new AtomicInteger();

  @Override
  protected URI store() {
    String schema = "services" + NEXT.incrementAndGet();
    return URI.create(
        PostgresServer.shared().url("postgres")
            + "?schema="
            + schema
            + "&path="
            + folder.resolve("store"));
  }
}
