package dev.waybill.mcp;

import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;

/// Provides [BulkPlans], with the clock of the engine.
public final class BulkPlanProvider implements ServiceProvider {

  @Override
  public void open(ServiceHost host) {
    host.offer(BulkPlans.class, tenant -> new BulkPlans(tenant, host.settings().clock()));
  }
}
